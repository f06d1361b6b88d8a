package dev.sheaf.core.xml;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

import com.fasterxml.aalto.stax.InputFactoryImpl;

/**
 * The parser factory that documents share. A factory keeps the names of elements and attributes that it has seen, which makes small
 * documents fast to read, but a lookup takes longer the more names there are. So a document with many names gets a factory of its own, and
 * the shared factory is replaced before it knows too many names. One source therefore cannot slow down the documents of others. Safe for
 * many threads.
 */
final class ParserNames {

    /** Largest number of names of a document that uses the shared factory; the largest common formats have some two hundred. */
    private static final int OF_ONE_DOCUMENT = 500;
    /** Largest number of names that a shared factory knows. */
    private static final int SHARED = 4_000;

    private final Supplier<InputFactoryImpl> maker;
    private volatile Shared shared;

    /** A factory and the hashes of the names that it has seen. The set is changed only while its lock is held. */
    private record Shared(InputFactoryImpl factory, Set<Long> names) {}

    ParserNames(Supplier<InputFactoryImpl> maker) {
        this.maker = maker;
        this.shared = new Shared(maker.get(), new HashSet<>());
    }

    /**
     * Returns the factory for a document.
     *
     * @param names hashes of its distinct names; zeros are ignored
     */
    InputFactoryImpl factory(long[] names) {
        int count = 0;
        for (long name : names) {
            count += name == 0 ? 0 : 1;
        }
        if (count > OF_ONE_DOCUMENT) {
            return maker.get();
        }
        Shared current = shared;
        synchronized (current.names) {
            for (long name : names) {
                if (name != 0) {
                    current.names.add(name);
                }
            }
            if (current.names.size() > SHARED) {
                shared = new Shared(maker.get(), new HashSet<>());
            }
        }
        return current.factory;
    }
}
