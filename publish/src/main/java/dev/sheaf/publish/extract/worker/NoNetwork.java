package dev.sheaf.publish.extract.worker;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Set;

/** Takes the network away from this process: a document must not make it ask anybody. */
final class NoNetwork {

    private static final Set<String> LOCAL = Set.of("file", "jar", "jrt");

    private NoNetwork() {}

    /** Channels are refused by {@link NoChannels}, and names of hosts by an option of the virtual machine. */
    @SuppressWarnings("deprecation") // There is no other way to refuse sockets.
    static void install() throws IOException {
        Socket.setSocketImplFactory(() -> {
            throw new IllegalStateException("no network");
        });
        ServerSocket.setSocketFactory(() -> {
            throw new IllegalStateException("no network");
        });
        URL.setURLStreamHandlerFactory(protocol -> LOCAL.contains(protocol) ? null : new Refusing());
    }

    private static final class Refusing extends URLStreamHandler {

        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            throw new SocketException("no network");
        }
    }
}
