package dev.sheaf.validator.rules.identify;

import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** An element of Identify holds one of the words that the protocol knows (S4.2): deletedRecord and granularity. */
public final class IdentifyWord extends IdentifyRule {

    private final String name;
    private final String element;
    private final List<String> words;

    /**
     * Makes a rule.
     *
     * @param words that are allowed
     */
    public IdentifyWord(String name, String element, String... words) {
        this.name = name;
        this.element = element;
        this.words = List.of(words);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    void judge(Observation observation, XmlNode identify, Evidence evidence, Examination examination) {
        for (XmlNode child : identify.children(element)) {
            if (words.contains(child.text())) {
                examination.passed();
            } else {
                examination.broken(observation, element + " is '" + child.text() + "' instead of " + String.join(" or ", words)
                        + ".", child);
            }
        }
    }
}
