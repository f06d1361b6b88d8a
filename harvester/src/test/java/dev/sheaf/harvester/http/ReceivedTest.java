package dev.sheaf.harvester.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReceivedTest {

    private final Received body = new Received(URI.create("http://127.0.0.1/"), 200, HttpHeaders.of(Map.of(), (_, _) -> true),
            false);
    private final Asked asked = new Asked();

    @Test
    void bytesBeforeABrokenConnection_areRead_andThenTheReasonIsThrown() throws IOException {
        body.onSubscribe(asked);
        body.onNext(portion("<OAI-PMH>", "<ListRecords>"));
        body.onNext(portion("</OAI-PMH>"));
        body.onError(new IOException("fixed content-length: 132, bytes received: 32"));

        assertThat(new String(body.readNBytes(32), StandardCharsets.UTF_8)).isEqualTo("<OAI-PMH><ListRecords></OAI-PMH>");
        assertThatThrownBy(body::read).isInstanceOf(IOException.class).hasMessageContaining("bytes received: 32");
    }

    @Test
    void body_isReadCompletelyInPortionsOfAnySize() throws IOException {
        body.onSubscribe(asked);
        body.onNext(portion("ab", "", "c"));
        body.onNext(portion("def"));
        body.onComplete();

        assertThat(body.read()).isEqualTo('a');
        assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("bcdef");
        assertThat(body.read()).isEqualTo(-1);
    }

    @Test
    void portions_areRequestedOnlyAsTheyAreRead() throws IOException {
        body.onSubscribe(asked);
        assertThat(asked.portions).isEqualTo(2);
        body.onNext(portion("a"));
        body.onNext(portion("b"));
        assertThat(asked.portions).isEqualTo(2);
        body.read();
        assertThat(asked.portions).isEqualTo(3);
    }

    @Test
    void waitingReader_endsWhenAnotherThreadClosesTheBody() throws InterruptedException {
        body.onSubscribe(asked);
        IOException[] told = {new IOException("not told")};
        Thread reader = Thread.ofVirtual().start(() -> {
            try {
                body.read();
            } catch (IOException failure) {
                told[0] = failure;
            }
        });
        body.close();
        reader.join();
        assertThat(told[0]).hasMessage("the stream was closed");
        assertThat(asked.cancelled).isTrue();
    }

    @Test
    void bodyClosedBeforeItsBeginning_isNotRequested() {
        body.close();
        body.onSubscribe(asked);
        assertThat(asked.cancelled).isTrue();
        assertThat(asked.portions).isZero();
    }

    private static List<ByteBuffer> portion(String... parts) {
        return List.of(parts).stream().map(part -> ByteBuffer.wrap(part.getBytes(StandardCharsets.UTF_8))).toList();
    }

    private static final class Asked implements Flow.Subscription {

        private long portions;
        private boolean cancelled;

        @Override
        public void request(long more) {
            portions += more;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }
}
