#!/bin/sh
# Starts soffice in place of libreoffice-convert, which lacks two things. Its first argument is always an empty profile,
# and LibreOffice uses the first one that it gets: here it is replaced by the profile with docconv's settings. And it
# cannot limit the address space (KiB), which stops an allocation that is faster than the watch on the memory; macOS has
# no such limit, and there is none in DOCCONV_ADDRESS_SPACE.
soffice=$DOCCONV_SOFFICE profile=$DOCCONV_PROFILE address_space=$DOCCONV_ADDRESS_SPACE
unset DOCCONV_SOFFICE DOCCONV_PROFILE DOCCONV_ADDRESS_SPACE
[ -z "$address_space" ] || ulimit -v "$address_space"
shift
exec "$soffice" "-env:UserInstallation=$profile" "$@"
