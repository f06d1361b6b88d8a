package dev.sheaf.cli.harvest;

import java.util.List;
import java.util.function.BiConsumer;

import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;
import dev.sheaf.platform.report.Phrases;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.Repairs;

/** Part of the output of {@code source show} about faulty records: repaired ones, and those in quarantine. */
public final class FaultsText {

    /** A few examples are shown: the others mostly have the same faults. */
    private static final int SHOWN = 5;
    /** Files of a collection are shown one by one: each has a fault of its own, and its owner can repair it. */
    private static final int SHOWN_FILES = 1_000;
    private static final int LONGEST = 300;
    /** The reason stands after the path, which may be long. */
    private static final int LONGEST_OF_FILES = 5_000;

    private final Repairs repairs;
    private final String id;
    private final boolean ofFiles;

    public FaultsText(HubStore store, String id) {
        this.repairs = store.repairs();
        this.id = id;
        this.ofFiles = store.source(id).map(source -> source.kind().isCrawled()).orElse(false);
    }

    /** Lines of label and value; none when there is nothing to report. */
    public void write(BiConsumer<String, String> line) {
        Repairs.Tally tally = repairs.tally(id);
        List<Repair> shown = repairs.of(id, SHOWN);
        if (!shown.isEmpty()) {
            line.accept("repaired", tally.repaired() == 0
                    ? "responses only, no record:"
                    : Words.number(tally.repaired()) + " records" + (tally.repaired() > SHOWN ? ", for instance:" : ":"));
            shown.forEach(repair -> line.accept("", repair(repair)));
        }
        if (tally.quarantined() > 0) {
            int most = ofFiles ? SHOWN_FILES : SHOWN;
            line.accept("in quarantine", Words.number(tally.quarantined()) + " that could not be accepted"
                    + (tally.quarantined() > most ? ", for instance:" : ":"));
            for (Quarantined one : repairs.quarantined(id, most)) {
                line.accept("", ofFiles ? oneLine(one.reason(), LONGEST_OF_FILES) : refused(one));
            }
        }
    }

    /** Returns a repair as one line, shortened if necessary: record, format and description. */
    static String repair(Repair repair) {
        return oneLine((repair.identifier() == null ? "a response" : repair.identifier()) + " in " + repair.prefix() + ": "
                + repair.what(), LONGEST);
    }

    /** Returns a refused record as one line, shortened if necessary: identifier and reason. */
    static String refused(Quarantined refused) {
        return oneLine((refused.identifier() == null ? "without identifier" : refused.identifier()) + ": " + refused.reason(),
                LONGEST);
    }

    /** Returns the beginning of a quotation. */
    private static String oneLine(String text, int longest) {
        String line = Phrases.oneLine(text);
        return line.codePointCount(0, line.length()) <= longest ? line : line.substring(0, line.offsetByCodePoints(0, longest));
    }
}
