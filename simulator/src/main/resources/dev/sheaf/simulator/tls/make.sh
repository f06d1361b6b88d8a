#!/bin/sh
# Makes keys.p12 and ca.pem: certificates that a test authority vouches for, one of them expired, one for another name; valid for a century,
# so that nobody needs keytool. The password is "password"; nothing here protects anything.
set -eu
cd "$(dirname "$0")"
rm -f keys.p12 client.p12 ca.pem
key() { keytool -genkeypair -keyalg EC -keystore keys.p12 -storepass password -validity 36500 "$@"; }
key -alias ca -dname "CN=Test Authority" -ext bc:c
key -alias localhost -signer ca -dname CN=localhost -ext san=dns:localhost
key -alias other -signer ca -dname CN=other.example.org -ext san=dns:other.example.org
key -alias lonely -dname CN=localhost -ext san=dns:localhost
keytool -genkeypair -keyalg EC -keystore keys.p12 -storepass password -alias expired -signer ca -dname CN=localhost \
  -ext san=dns:localhost -startdate 2020/01/01 -validity 30
keytool -exportcert -rfc -alias ca -keystore keys.p12 -storepass password -file ca.pem
keytool -genkeypair -keyalg EC -keystore keys.p12 -storepass password -alias client -signer ca -dname "CN=Example Library" -validity 36500
keytool -importkeystore -srckeystore keys.p12 -srcstorepass password -srcalias client -destkeystore client.p12 -deststorepass secret
