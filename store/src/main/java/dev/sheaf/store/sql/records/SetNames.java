package dev.sheaf.store.sql.records;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.ServedNames;
import dev.sheaf.core.SetSpec;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SqlConnection;

/** Reader of the setSpecs in the headers of records, from their packed numbers. Belongs to one thread at a time. */
public final class SetNames {

    /** Largest number of cached combinations of sets; most records have one of a few. */
    private static final int REMEMBERED = 10_000;

    private final SqlConnection sql;
    private final Names names;
    private final Map<Key, List<SetSpec>> known = new HashMap<>();

    /** Form of setSpecs. */
    enum Form {
        /** The form that the source has sent. */
        RECEIVED,
        /** The form in which the source's repository serves them. */
        SERVED,
        /** The form in which the aggregate serves them, below the source's own set. */
        AGGREGATED
    }

    private record Key(Form form, int source, int hash, byte[] packed) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that && form == that.form && source == that.source && Arrays.equals(packed, that.packed);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    SetNames(SqlConnection sql, Names names) {
        this.sql = sql;
        this.names = names;
    }

    /** Returns the sets of a record. */
    List<SetSpec> of(Form form, int source, byte @Nullable [] packed) throws SQLException {
        byte[] numbers = packed == null ? new byte[0] : packed;
        // Only in the aggregate do the same sets differ for each source.
        int owner = form == Form.AGGREGATED ? source : 0;
        Key key = new Key(form, owner, 31 * (31 * form.hashCode() + owner) + Arrays.hashCode(numbers), numbers);
        List<SetSpec> sets = known.get(key);
        if (sets == null) {
            sets = read(form, source, numbers);
            if (known.size() >= REMEMBERED) {
                known.clear();
            }
            known.put(key, sets);
        }
        return sets;
    }

    private List<SetSpec> read(Form form, int source, byte[] packed) throws SQLException {
        List<SetSpec> received = received(sql, names, packed);
        return switch (form) {
            case RECEIVED -> received;
            case SERVED -> received.stream().map(set -> new SetSpec(ServedNames.set(set.value()))).toList();
            case AGGREGATED -> {
                if (source <= 0) {
                    // The identifier was abandoned by the aggregate; the set of its former source is stored with it.
                    yield List.of();
                }
                String name = names.sources().name(sql, source);
                yield received.isEmpty()
                        ? List.of(new SetSpec(name))
                        : received.stream().map(set -> new SetSpec(name + ":" + ServedNames.set(set.value()))).toList();
            }
        };
    }

    /** Returns the sets as the source sent them. */
    public static List<SetSpec> received(SqlConnection sql, Names names, byte @Nullable [] packed) throws SQLException {
        int[] numbers = Packed.numbers(packed);
        List<SetSpec> sets = new ArrayList<>(numbers.length);
        for (int number : numbers) {
            sets.add(new SetSpec(names.sets().name(sql, number)));
        }
        return List.copyOf(sets);
    }
}
