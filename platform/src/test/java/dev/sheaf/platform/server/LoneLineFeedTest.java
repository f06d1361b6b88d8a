package dev.sheaf.platform.server;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A lone line feed ends no line of a request, because a proxy in front of the hub may see another end of the headers there. */
class LoneLineFeedTest {

    private static String answer(int port, String request) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void requestWithLoneLineFeeds_isRefused_andTheUsualOneIsAnswered() throws Exception {
        try (HubServer server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null))) {
            server.start(List.of());
            String host = "Host: 127.0.0.1:" + server.port();
            assertThat(answer(server.port(), "GET /a HTTP/1.1\r\n" + host + "\r\n\r\n")).isEqualTo("HTTP/1.1 404");
            assertThat(answer(server.port(), "GET /a HTTP/1.1\n" + host + "\n\n")).isEqualTo("HTTP/1.1 400");
            assertThat(answer(server.port(), "GET /a HTTP/1.1\r\n" + host + "\nX: y\r\n\r\n")).isEqualTo("HTTP/1.1 400");
        }
    }
}
