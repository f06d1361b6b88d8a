package dev.sheaf.transfer.exports;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A file that appears only when it is complete. Until then, its content is in another file in the same folder. For one thread. */
public final class OutputFile implements AutoCloseable {

    private final Path place;
    private final Path unfinished;
    private final FileChannel channel;
    private final OutputStream out;
    private boolean done;

    private OutputFile(Path place, Path unfinished, FileChannel channel) {
        this.place = place;
        this.unfinished = unfinished;
        this.channel = channel;
        this.out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 18);
    }

    /** Creates the temporary file. */
    public static OutputFile begin(Path place) throws IOException {
        Path unfinished = unfinished(place);
        return new OutputFile(place, unfinished, FileChannel.open(unfinished, StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE));
    }

    /** Returns the path of a file's content until the file is complete. */
    static Path unfinished(Path place) {
        return place.resolveSibling(place.getFileName() + ".partial");
    }

    /** Returns the stream of the content; it is closed with this file. */
    public OutputStream out() {
        return out;
    }

    /** Returns the path of the content until the file is complete. */
    public Path unfinished() {
        return unfinished;
    }

    /** Moves the complete file to its place. */
    public void complete() throws IOException {
        out.flush();
        channel.force(true);
        channel.close();
        try {
            Files.move(unfinished, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(unfinished, place, StandardCopyOption.REPLACE_EXISTING);
        }
        done = true;
    }

    /** Keeps the incomplete file under its temporary name. */
    public void keepUnfinished() throws IOException {
        out.flush();
        channel.close();
        done = true;
    }

    /** Deletes the content, unless {@link #complete} or {@link #keepUnfinished} was called. */
    @Override
    public void close() throws IOException {
        if (!done) {
            channel.close();
            Files.deleteIfExists(unfinished);
        }
    }
}
