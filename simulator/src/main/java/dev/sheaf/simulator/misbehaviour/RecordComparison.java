package dev.sheaf.simulator.misbehaviour;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;
import org.w3c.dom.Text;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.simulator.CanonicalXml;

/** Comparison of a repository's record with its copy in a store, by the JDK's parser and none of Sheaf's own code. */
public final class RecordComparison {

    /** Largest number of characters of a copy in a message. */
    private static final int LONGEST = 1000;

    private RecordComparison() {}

    /**
     * Returns the difference between a record and its copy.
     *
     * @param sent the record
     * @param kept the copy; null if there is none
     * @param altered true if the copy only needs all words of letters on which encodings agree
     * @return for people; null if there is no difference
     */
    public static @Nullable String fault(OaiRecord sent, @Nullable OaiRecord kept, boolean altered) {
        if (kept == null) {
            return "did not arrive";
        }
        if (kept.deleted() != sent.deleted()) {
            return sent.deleted() ? "should be deleted" : "should not be deleted";
        }
        XmlFragment right = sent.metadata();
        XmlFragment found = kept.metadata();
        if (sent.deleted() || right == null) {
            return null;
        }
        if (found == null) {
            return "arrived without its metadata";
        }
        if (altered) {
            Set<String> lost = new TreeSet<>(words(right.utf8()));
            lost.removeAll(words(found.utf8()));
            return lost.isEmpty() ? null : "lost the words " + lost;
        }
        if (Arrays.equals(right.utf8(), found.utf8())) {
            return null;
        }
        String canonical = CanonicalXml.of(found.utf8());
        return CanonicalXml.of(right.utf8()).equals(canonical)
                ? null
                : "is not what was sent but " + canonical.substring(0, Math.min(canonical.length(), LONGEST));
    }

    private static Set<String> words(byte[] document) {
        StringBuilder text = new StringBuilder();
        collect(CanonicalXml.dom(document).getDocumentElement(), text);
        return Arrays.stream(text.toString().split("[^\\p{L}\\p{N}\\p{M}\\p{Cn}\\p{So}\\p{Co}]+"))
                .filter(word -> word.length() > 2 && word.chars().allMatch(c -> c < 128)).collect(Collectors.toSet());
    }

    private static void collect(Node node, StringBuilder text) {
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Text piece) {
                text.append(piece.getData());
            } else {
                collect(child, text.append(' '));
                text.append(' ');
            }
        }
    }
}
