package dev.sheaf.validator.rules.sets;

import java.util.List;

import dev.sheaf.core.SetSpec;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** A header names no set twice and no set above another that it names: that is implied (S2.6). */
public final class MinimalSets implements EntryRule {

    @Override
    public String name() {
        return "sets.minimal";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        List<SetSpec> sets = facts.sets().stream().map(set -> new SetSpec(set.strip())).toList();
        if (sets.isEmpty()) {
            return;
        }
        for (int i = 0; i < sets.size(); i++) {
            for (int j = 0; j < sets.size(); j++) {
                if (i != j && sets.get(i).contains(sets.get(j)) && (i < j || !sets.get(i).equals(sets.get(j)))) {
                    examination.broken(observation, sets.get(i).equals(sets.get(j))
                            ? "A header names the set '" + sets.get(i).value() + "' twice."
                            : "A header names the set '" + sets.get(i).value() + "' and '" + sets.get(j).value() + "' in it.",
                            facts.identifier(), facts.excerpt());
                    return;
                }
            }
        }
        examination.passed();
    }
}
