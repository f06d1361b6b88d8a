package dev.sheaf.platform.server;

import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ContentCodingTest {

    @Test
    void clientWithoutAcceptEncoding_getsPlainBytes() {
        assertThat(ContentCoding.negotiate(null)).contains(ContentCoding.IDENTITY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "gzip                               | GZIP",
            "GZip                               | GZIP",
            "x-gzip                             | GZIP",
            "deflate                            | IDENTITY",
            "zstd                               | ZSTD",
            "gzip, deflate, br, zstd            | ZSTD",
            "zstd;q=0.5, deflate, gzip          | GZIP",
            "gzip;q=0.5, zstd;q=0.5             | ZSTD",
            "deflate;q=0.6, gzip;q=0.5          | GZIP",
            "zstd;q=0.6, gzip;q=0.5             | ZSTD",
            "gzip;q=1.0, identity;q=0.5         | GZIP",
            "zstd, gzip;q=0.5                   | ZSTD",
            "gzip;q=0.5;x=y, identity;q=0.5     | GZIP",
            "br, gzip ; q=0.001                 | GZIP",
            "gzip;q=0.4, identity;q=0.5         | IDENTITY",
            "zstd;q=0.4, gzip, identity;q=0.5   | GZIP",
            "zstd;q=0, gzip;q=0.1, deflate;q=0  | GZIP",
            "gzip;q=0.5, gzip;q=0.9, deflate;q=0.8 | GZIP",
            "gzip;q=0                           | IDENTITY",
            "gzip;q=0.0, *                      | IDENTITY",
            "gzip;q=high                        | IDENTITY",
            "gzip;q=NaN                         | IDENTITY",
            "gzip;q=-1                          | IDENTITY",
            "*                                  | IDENTITY",
            "gzip;q=0.5, *                      | IDENTITY",
            "gzip, *;q=0.5                      | GZIP",
            "''                                 | IDENTITY",
            "identity                           | IDENTITY",
            "br                                 | IDENTITY",
            "compress                           | IDENTITY",
            "gzipped                            | IDENTITY",
            "identity;q=0, gzip;q=0.1           | GZIP",
            "identity;q=0, *                    | GZIP",
            "identity;q=0, gzip;q=0, *          | ZSTD",
            "identity;q=0, deflate              | -",
            "*;q=0, gzip                        | GZIP",
            "*;q=0, zstd;q=0.1                  | ZSTD",
            "*;q=0, identity;q=0.1              | IDENTITY",
            "*;q=0                              | -",
            "identity;q=0                       | -",
            "identity;q=0, gzip;q=0             | -",
            "identity;q=0, gzip;q=0, zstd;q=0, * | -",
            "*;q=0, br                          | -"})
    void weighsWhatTheClientAccepts(String header, String expected) {
        assertThat(ContentCoding.negotiate(header)).isEqualTo(
                expected.equals("-") ? Optional.empty() : Optional.of(ContentCoding.valueOf(expected)));
    }
}
