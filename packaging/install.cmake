# cmake --install and cpack. Presets, lessons, experiments, plans, models and shaders are inside the program; the files
# in share/nearfield are for reading and copying.
set(data ${CMAKE_INSTALL_DATADIR})
set(here ${CMAKE_CURRENT_LIST_DIR})
install(TARGETS nearfield RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET nearfield_read_ifc)
  install(TARGETS nearfield_read_ifc RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/nearfield)
endif()

# The manual page and the completion come from the program's own table of commands.
set(manual ${PROJECT_BINARY_DIR}/packaging/nearfield.1)
set(completion ${PROJECT_BINARY_DIR}/packaging/nearfield)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/packaging)
add_custom_command(TARGET nearfield POST_BUILD
  COMMAND $<TARGET_FILE:nearfield> --man-page > ${manual}
  COMMAND $<TARGET_FILE:nearfield> --bash-completion > ${completion}
  BYPRODUCTS ${manual} ${completion}
  VERBATIM)
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${completion} DESTINATION ${data}/bash-completion/completions)

foreach(file nearfield nearfield-state nearfield-preset)
  install(FILES ${here}/${file}.desktop DESTINATION ${data}/applications)
endforeach()
install(FILES ${here}/nearfield.xml DESTINATION ${data}/mime/packages)
install(FILES ${here}/nearfield.svg DESTINATION ${data}/icons/hicolor/scalable/apps)
foreach(size 48 128)
  install(FILES ${here}/nearfield-${size}.png DESTINATION ${data}/icons/hicolor/${size}x${size}/apps RENAME nearfield.png)
endforeach()
foreach(folder buildings experiments lessons plans presets studies tanks)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets/${folder} DESTINATION ${data}/nearfield PATTERN "*.py" EXCLUDE)
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME nearfield)
set(CPACK_PACKAGE_VENDOR "The Nearfield authors")
set(CPACK_PACKAGE_CONTACT "The Nearfield authors <nearfield@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "interactive sandbox for particle and agent simulations")
set(CPACK_PACKAGE_DESCRIPTION "Flocks, crowds, water, floods and buildings on one neighbour search, to explore, to measure and to teach.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded at run time, which dpkg-shlibdeps does not see: OpenGL and its drivers, the X libraries of GLFW, the font. GLFW
# 3.4 runs on Wayland too, where GNOME leaves title bars to libdecor.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl-mesa0, libgl1, libglx-mesa0, libgl1-mesa-dri, libx11-xcb1, libxcursor1, libxi6, libxinerama1, libxrandr2, fonts-dejavu-core")
if(TARGET nearfield_read_ifc)
  string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", libifcplusplus")  # its libraries have no version, so dpkg-shlibdeps does not see them
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ffmpeg)
if(glfw3_VERSION VERSION_GREATER_EQUAL 3.4)
  string(APPEND CPACK_DEBIAN_PACKAGE_RECOMMENDS ", libdecor-0-plugin-1-cairo")
endif()
set(CPACK_PROJECT_CONFIG_FILE ${here}/check_package.cmake)
set(CPACK_NEARFIELD_INSTRUCTIONS ${NEARFIELD_INSTRUCTIONS})
set(CPACK_NEARFIELD_ARCHITECTURES "${CMAKE_CUDA_ARCHITECTURES}")
include(CPack)
