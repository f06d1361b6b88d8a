package dev.sheaf.publish.extract.worker;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.net.SocketException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;

/** Provider of channels that provides none. The virtual machine finds it by the property {@code java.nio.channels.spi.SelectorProvider}. */
public final class NoChannels extends SelectorProvider {

    /** Called by the virtual machine. */
    public NoChannels() {}

    private static IOException refused() {
        return new SocketException("no network");
    }

    @Override
    public DatagramChannel openDatagramChannel() throws IOException {
        throw refused();
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
        throw refused();
    }

    @Override
    public Pipe openPipe() throws IOException {
        throw refused();
    }

    @Override
    public AbstractSelector openSelector() throws IOException {
        throw refused();
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() throws IOException {
        throw refused();
    }

    @Override
    public SocketChannel openSocketChannel() throws IOException {
        throw refused();
    }
}
