package dev.sheaf.core;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Streams with a limit. */
class BoundedStreamTest {

    @Test
    void streamOfTheLargestSize_isRead_andALargerOneFails() throws IOException {
        assertThat(bounded(10, 10).readAllBytes()).hasSize(10);
        assertThatThrownBy(() -> bounded(11, 10).readAllBytes()).isInstanceOf(IOException.class).hasMessage("too long");
        InputStream single = bounded(2, 1);
        assertThat(single.read()).isZero();
        assertThatThrownBy(single::read).hasMessage("too long");
        assertThat(single.markSupported()).isFalse();
    }

    private static InputStream bounded(int size, long most) {
        return new BoundedStream(new ByteArrayInputStream(new byte[size]), most, "too long");
    }
}
