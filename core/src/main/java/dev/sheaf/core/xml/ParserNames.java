package dev.sheaf.core.xml;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

import com.fasterxml.aalto.stax.InputFactoryImpl;

/**
 * The parser factory that documents share. A factory keeps the names of elements and attributes that it has seen, which makes small
 * documents quick to read; a search among them takes the longer the more there are. So documents with many names get a factory of their own,
 * and the shared one is replaced before it knows too many: what one source sends makes the documents of others no slower. Safe for many
 * threads.
 */
final class ParserNames {

    /** Names of one document; the largest of the usual formats have some two hundred. */
    private static final int OF_ONE_DOCUMENT = 500;
    /** Names that a shared factory knows at most. */
    private static final int SHARED = 4_000;

    private final Supplier<InputFactoryImpl> maker;
    private volatile Shared shared;

    /** A factory and the hashes of the names that it has seen; the set is changed only under its lock. */
    private record Shared(InputFactoryImpl factory, Set<Long> names) {}

    ParserNames(Supplier<InputFactoryImpl> maker) {
        this.maker = maker;
        this.shared = new Shared(maker.get(), new HashSet<>());
    }

    /**
     * Returns the factory for a document.
     *
     * @param names hashes of its distinct names, among zeros
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
