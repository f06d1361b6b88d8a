package dev.sheaf.bench.kills;

import java.io.IOException;

/**
 * Work that a process is killed in, with a model of its own of what the store must hold. Used by one thread. Failed checks come as
 * {@link IllegalStateException} with a message that names the record.
 */
interface KilledWork extends AutoCloseable {

    /** Gives the next process something to do, as far as the one before has left nothing. */
    void prepare() throws IOException, InterruptedException;

    /** Starts the process to be killed. */
    SheafProcess start() throws IOException, InterruptedException;

    /** Checks what a killed process has left: nothing lost, doubled or half done. */
    void checkCut();

    /** Has the work finished by a process that is left to end, and compares everything. */
    void finish() throws IOException, InterruptedException;

    @Override
    void close();
}
