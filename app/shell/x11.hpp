#pragma once
// Xlib functions that GLFW does not wrap, looked up in the libX11 that GLFW has loaded. Needs neither linking nor an
// installation. Types as in X11/Xlib.h.

namespace nearfield::x11 {

using Display = void;
using Id = unsigned long;  ///< a window or an atom

constexpr int property_notify = 28, selection_notify = 31;
constexpr int new_value = 0;  ///< PropertyNotify state: the property has a new value
constexpr long watch_properties = 1L << 22;
constexpr Id any_type = 0, current_time = 0, atom_string = 31;

/// SelectionNotify and PropertyNotify, with the size of XEvent.
union Event {
    struct Head {
        int type;
        unsigned long serial;
        int sent;
        Display* display;
        Id window;
    };
    struct Selection {
        Head head;
        Id selection, target, property, time;
    } selection;
    struct Property {
        Head head;
        Id property, time;
        int state;
    } property;
    long room[24];
};

struct Error {
    int type;
    Display* display;
    Id resource;
    unsigned long serial;
    unsigned char code, request, minor;
};

struct Functions {
    Id (*intern_atom)(Display*, const char*, int);
    Id (*root)(Display*);
    Id (*create_window)(Display*, Id, int, int, unsigned, unsigned, unsigned, unsigned long, unsigned long);
    int (*destroy_window)(Display*, Id);
    int (*select_input)(Display*, Id, long);
    Id (*selection_owner)(Display*, Id);
    int (*convert_selection)(Display*, Id, Id, Id, Id, Id);
    int (*check_typed_event)(Display*, Id, int, Event*);
    int (*get_property)(Display*, Id, Id, long, long, int, Id, Id*, int*, unsigned long*, unsigned long*,
                        unsigned char**);
    int (*delete_property)(Display*, Id, Id);
    int (*free)(void*);
    int (*flush)(Display*);
    int (*connection)(Display*);
    int (*(*set_io_error_handler)(int (*)(Display*)))(Display*);
    int (*(*set_error_handler)(int (*)(Display*, Error*)))(Display*, Error*);
};

/// Null if libX11 is not loaded or lacks a function.
const Functions* functions();
/// Connection of GLFW's windows; null on other platforms.
Display* display_of_glfw();

}  // namespace nearfield::x11
