#pragma once
#include "base/vec.hpp"
#include "exec/exec.hpp"
#include "usp/store/pending_swaps.hpp"

#include <memory>

namespace nearfield {

namespace detail {

template <class T> struct MoveColumn {
    const u32* source;
    const T* from;
    T* to;
    NF_HD void operator()(u32 k) const { to[k] = from[source[k]]; }
};

template <class T> struct SendColumn {
    const u32* target;
    const T* from;
    T* to;
    NF_HD void operator()(u32 i) const { to[target[i]] = from[i]; }
};

}  // namespace detail

/// One value per actor, kept twice: rules read `current` and write `next`; `swap` makes next current. A step that takes
/// `next` and does not swap fails (PendingSwaps).
template <class Exec, class T> class Column {
  public:
    /// `what` names the column in errors.
    void resize(u32 n, const char* what) {
        ++edits_;
        current_.resize(n, what);
        next_.resize(n, what);
        what_ = what;
    }
    const T* current() const { return current_.data(); }
    T* writable() { return ++edits_, current_.data(); }
    T* next() {
        if (auto* step = PendingSwaps::current()) step->took_next(this, what_);
        return next_.data();
    }
    void swap() {
        ++edits_;
        ++swaps_;
        current_.swap(next_);
        if (auto* step = PendingSwaps::current()) step->swapped(this);
    }
    /// Changes whenever the current values may have changed.
    u64 edits() const { return edits_; }
    u64 swaps() const { return swaps_; }
    Array<Exec, T>& array() {
        ++edits_;
        return current_;
    }
    const Array<Exec, T>& array() const { return current_; }
    std::size_t bytes() const { return current_.bytes() + next_.bytes(); }

    /// New current[k] = old current[source[k]].
    void gather(Exec& exec, const u32* source, u32 n) {
        for_each(exec, n, detail::MoveColumn<T>{source, current_.data(), next_.data()});
        swap();
    }

    /// New current[target[i]] = old current[i].
    void scatter(Exec& exec, const u32* target, u32 n) {
        for_each(exec, n, detail::SendColumn<T>{target, current_.data(), next_.data()});
        swap();
    }

  private:
    Array<Exec, T> current_, next_;
    const char* what_ = "";
    u64 edits_ = 0, swaps_ = 0;
};

/// The actors of a scene in storage order: position, id (0..n-1 in order of creation) and the scene's own columns.
/// Reordering moves all columns together.
template <class Exec, int D> class Actors {
  public:
    Column<Exec, Packed<D>> position;
    Column<Exec, u32> id;

    /// Adds a column that is reordered with the actors. The reference stays valid as long as the actors exist.
    template <class T> Column<Exec, T>& add(const char* what) { return carry<Carried<T>>(what).column; }

    /// Adds values that a rule recomputes in every step, in the storage order of that step. They are not reordered, but
    /// saved and restored.
    template <class T> Array<Exec, T>& derive(const char* what) { return carry<Derived<T>>(what).values; }

    /// Adds values of the whole scene, of any number. They are saved and restored.
    template <class T> Array<Exec, T>& keep(const char* what) { return carry<Kept<T>>(what).values; }

    /// Resizes all columns to n actors, with undefined content. Throws Error if memory is full.
    void resize(u32 n);
    u32 size() const { return size_; }

    void gather(Exec& exec, const u32* source);

    /// Moves the scene's own columns, after positions and ids were moved to target[i].
    void scatter_carried(Exec& exec, const u32* target);

    std::size_t bytes() const;

    /// A copy of all columns in the same memory, for `restore`.
    struct Saved {
        Array<Exec, Packed<D>> position;
        Array<Exec, u32> id;
        std::vector<std::shared_ptr<void>> carried;
    };
    Saved save(Exec& exec) const;
    void restore(Exec& exec, const Saved& s);

  private:
    struct CarriedBase {
        virtual ~CarriedBase() = default;
        virtual void resize(u32 n) = 0;
        virtual void gather(Exec&, const u32* source, u32 n) = 0;
        virtual void scatter(Exec&, const u32* target, u32 n) = 0;
        virtual std::shared_ptr<void> save(Exec&, u32 n) const = 0;
        virtual void restore(Exec&, const void* saved, u32 n) = 0;
        virtual std::size_t bytes() const = 0;
    };
    template <class T> struct Carried : CarriedBase {
        const char* what;
        Column<Exec, T> column;
        void resize(u32 n) override { column.resize(n, what); }
        void gather(Exec& exec, const u32* source, u32 n) override { column.gather(exec, source, n); }
        void scatter(Exec& exec, const u32* target, u32 n) override { column.scatter(exec, target, n); }
        std::shared_ptr<void> save(Exec& exec, u32 n) const override {
            return copy_of(exec, column.current(), n, what);
        }
        void restore(Exec& exec, const void* saved, u32 n) override {
            copy_on_device(exec, column.writable(), static_cast<const Array<Exec, T>*>(saved)->data(), n);
        }
        std::size_t bytes() const override { return column.bytes(); }
    };

    template <class T> struct Derived : CarriedBase {
        const char* what;
        Array<Exec, T> values;
        void resize(u32 n) override { values.resize(n, what); }
        void gather(Exec&, const u32*, u32) override {}
        void scatter(Exec&, const u32*, u32) override {}
        std::shared_ptr<void> save(Exec& exec, u32 n) const override { return copy_of(exec, values.data(), n, what); }
        void restore(Exec& exec, const void* saved, u32 n) override {
            copy_on_device(exec, values.data(), static_cast<const Array<Exec, T>*>(saved)->data(), n);
        }
        std::size_t bytes() const override { return values.bytes(); }
    };
    template <class T> struct Kept : Derived<T> {
        void resize(u32) override {}
        std::shared_ptr<void> save(Exec& exec, u32) const override {
            return Derived<T>::save(exec, u32(this->values.size()));
        }
        void restore(Exec& exec, const void* saved, u32) override {
            Derived<T>::restore(exec, saved, u32(this->values.size()));
        }
    };
    template <class C> C& carry(const char* what) {
        auto carried = std::make_unique<C>();
        C& added = *carried;
        added.what = what;
        carried_.push_back(std::move(carried));
        return added;
    }
    template <class T> static std::shared_ptr<void> copy_of(Exec& exec, const T* from, u32 n, const char* what) {
        auto copy = std::make_shared<Array<Exec, T>>();
        copy->resize(n, what);
        copy_on_device(exec, copy->data(), from, n);
        return copy;
    }

    std::vector<std::unique_ptr<CarriedBase>> carried_;
    u32 size_ = 0;
};

}  // namespace nearfield
