package dev.sheaf.platform.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.sheaf.core.OneLine;
import dev.sheaf.search.FoundIn;
import dev.sheaf.search.QueryRemark;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchResult;

/** Notes on a result for its reader: parts of the query that limits or missing positions kept out of it. Stateless. */
public final class SearchNotes {

    private static final int LONGEST = 100;

    private SearchNotes() {}

    /** Returns whole sentences; empty when nothing was kept out. */
    public static List<String> of(SearchResult result) {
        List<String> notes = new ArrayList<>();
        result.remarks().forEach(remark -> notes.add(text(remark)));
        if (result.ignored() > 0) {
            notes.add("The query is too long. " + (result.ignored() == 1
                    ? "Its last word was ignored."
                    : number(result.ignored()) + " of its words or phrases were ignored, from the end."));
        }
        if (result.unplaced() > 0) {
            notes.add(number(result.unplaced()) + (result.unplaced() == 1 ? " further record has" : " further records have")
                    + " all these words in the full text. The positions of the words are unknown there, so phrases are not found in it.");
        }
        if (result.hits().stream().anyMatch(hit -> hit.foundIn() == FoundIn.FULLTEXT)) {
            notes.add(
                    "The full texts stay with their publishers. The hub knows their words, so it finds them and shows no excerpts.");
        }
        return notes;
    }

    /** Returns a whole sentence about a part of a query that names nothing, or that was read otherwise than typed. */
    public static String text(QueryRemark remark) {
        String typed = "'" + OneLine.of(remark.text(), LONGEST) + "'";
        return switch (remark.kind()) {
            case NO_SUCH_FIELD -> "There is no field " + typed + ", so it was searched as a word. Fields: "
                    + String.join(", ", RecordVocabulary.fieldNames()) + ".";
            case OPEN_QUOTE -> "The quotation mark of " + typed + " is not closed, so its words were searched one by one.";
            case NO_WORD -> typed + " has no letters or digits to search for, so it was ignored.";
            case EVERYTHING -> typed
                    + " was read as all records. To find words by their beginning, type letters before the asterisk.";
            case IDLE_OPERATOR -> typed + " joins nothing here, so it was ignored.";
            case OPERATORS_ALONE -> typed
                    + " joins or excludes words, and there are none beside it, so it was searched as a word.";
            case NO_SUCH_SOURCE -> "No record is of a source " + typed + ".";
            case NO_SUCH_TYPE -> "No record has the type " + typed + ".";
            case NO_SUCH_LANGUAGE -> "No record has the language " + typed + ".";
            case NO_SUCH_YEAR -> "No record has the year " + typed + ".";
            case NO_SUCH_SUBJECT -> "No record has the subject " + typed + ".";
        };
    }

    /** Returns the words of the query in the full text of a hit and how often they occur, such as "libraries \u00d77"; empty when unknown. */
    public static String words(SearchHit hit) {
        return hit.words().stream().map(word -> word.word() + " \u00d7" + number(word.frequency()))
                .collect(Collectors.joining(", "));
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
