package dev.sheaf.cli.program;

import java.util.List;
import java.util.Optional;

import picocli.CommandLine.Model.CommandSpec;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.platform.report.SourceJson;
import dev.sheaf.platform.sync.derive.DerivedFormats;
import dev.sheaf.platform.sync.derive.MadeFormats;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceLease;

/** Support of commands for derived formats. */
public final class Deriving {

    private static final String NONE = "none";

    private Deriving() {}

    /** Returns the named formats; empty for {@code none}. */
    public static List<MetadataPrefix> formats(CommandSpec spec, List<String> named, HubStore store) {
        if (named.equals(List.of(NONE))) {
            return List.of();
        }
        List<MetadataPrefix> formats = named.stream().map(name -> new MetadataPrefix(name.isEmpty() ? "?" : name)).toList();
        new MadeFormats(store).fault(formats).ifPresent(fault -> {
            throw Words.wrong(spec, "--derive: " + fault + ", or " + NONE + " alone");
        });
        return formats;
    }

    /** Derives the missing records of a source, and reports the numbers. */
    public static void catchUp(HubStore store, String id, Console console) {
        Optional<SourceLease> lease = store.leases().tryTake(id);
        if (lease.isEmpty()) {
            console.note("'" + id + "' has a run under way, which derives the missing records at its end");
            return;
        }
        try (SourceLease _ = lease.get(); Progress progress = console.progress(id, "records examined")) {
            new DerivedFormats(store, () -> Thread.currentThread().isInterrupted()).catchUp(id,
                    looked -> progress.at(looked, -1));
        }
        console.note(id + ": records are derived in " + formats(store, id) + withheld(store, id));
    }

    /** Returns the derived formats of a source. */
    public static String formats(HubStore store, String id) {
        return String.join(", ", SourceJson.formats(store, id));
    }

    /** Returns a text such as {@code , 3 withheld (sheaf source show ID tells why)}; empty if there are none. */
    public static String withheld(HubStore store, String id) {
        long withheld = store.derivations().withheld(id);
        return withheld == 0 ? "" : ", " + Words.number(withheld) + " withheld (sheaf source show " + id + " shows the reasons)";
    }
}
