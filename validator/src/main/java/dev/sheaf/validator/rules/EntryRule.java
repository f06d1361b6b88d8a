package dev.sheaf.validator.rules;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;

/** A requirement on every record, or on every header of ListIdentifiers. It is judged while the whole of it is there. */
public non-sealed interface EntryRule extends Rule {

    /**
     * Judges a record or header.
     *
     * @param observation the response in which it came, without its facts
     * @param node the {@code record} or {@code header} element
     * @param evidence everything seen before
     */
    void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination);
}
