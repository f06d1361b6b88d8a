package dev.sheaf.platform.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.Locale;

/** Opens the port before anything else is created, so that the address is known, and a port in use is reported at once. */
final class ListeningSocket {

    /** Connections that the operating system may hold until the server has started, and while all its threads are busy. */
    private static final int BACKLOG = 512;

    private ListeningSocket() {}

    /**
     * @param option option of the command line that sets the port, for messages
     */
    static ServerSocketChannel open(String host, int port, String option) throws ServerStartException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new ServerStartException(
                    "Cannot listen on '" + host + "': no such host. Set --host to an address of this machine,"
                            + " such as 127.0.0.1, or 0.0.0.0 for all of them.",
                    new IOException("unresolved host " + host));
        }
        try {
            return bind(address);
        } catch (IOException e) {
            throw new ServerStartException(explain(host, port, option, e), e);
        }
    }

    private static ServerSocketChannel bind(InetSocketAddress address) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            return channel.bind(address, BACKLOG);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static String explain(String host, int port, String option, IOException e) {
        String reason = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (e instanceof BindException && reason.contains("in use")) {
            return "Port " + port + " on " + host + " is in use: another program listens there, perhaps another hub."
                    + " Stop it, or choose another port with " + option + ".";
        }
        if (reason.contains("permission denied")) {
            return "Port " + port + " on " + host + " is reserved: this account may not listen there."
                    + " Choose a port above 1023 with " + option + ".";
        }
        if (reason.contains("assign requested address")) {
            return "Cannot listen on " + host + ": this machine does not have that address. Set --host to one of its addresses,"
                    + " such as 127.0.0.1, or 0.0.0.0 for all of them.";
        }
        return "Cannot listen on port " + port + " of " + host + " (" + e.getMessage()
                + "). Choose another with --host and " + option + ".";
    }
}
