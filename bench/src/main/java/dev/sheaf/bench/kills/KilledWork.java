package dev.sheaf.bench.kills;

import java.io.IOException;

/**
 * Work during which a process is killed, with a model of the content that the store must have. Used by one thread. A failed check throws
 * {@link IllegalStateException} with a message that names the record.
 */
interface KilledWork extends AutoCloseable {

    /** Prepares work for the next process, unless the previous one has left some. */
    void prepare() throws IOException, InterruptedException;

    /** Starts the process to be killed. */
    SheafProcess start() throws IOException, InterruptedException;

    /** Checks that the killed process has left nothing lost, doubled or half done. */
    void checkCut();

    /** Has the work finished by a process that is not killed, and compares everything. */
    void finish() throws IOException, InterruptedException;

    @Override
    void close();
}
