package dev.sheaf.platform.sync;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.platform.store.RunProgress.Checks;
import dev.sheaf.platform.store.RunUpdate.Invalid;
import dev.sheaf.validator.PageCheck;
import dev.sheaf.validator.PageFindings;

/** Checks the pages of a run against schemas. What is not valid is kept all the same; it is counted, and some of it is told. Not thread-safe. */
final class PageChecks {

    private static final int EXAMPLES = 50;

    private final String source;
    private final List<Invalid> examples = new ArrayList<>();
    private int told;
    private long pages;
    private long invalidPages;
    private long records;
    private long invalidRecords;
    private long uncheckedRecords;

    /** @param source id, for messages */
    PageChecks(String source) {
        this.source = source;
    }

    /** Looks at a response. */
    void look(Fetched response) {
        PageFindings findings = PageCheck.of(response.body(), response.header("Content-Type").orElse(""));
        pages++;
        records += findings.records();
        invalidRecords += findings.invalidRecords();
        uncheckedRecords += findings.uncheckedRecords();
        invalidPages += findings.envelopeFaults() > 0 ? 1 : 0;
        for (PageFindings.Fault fault : findings.examples()) {
            if (examples.size() < EXAMPLES) {
                examples.add(new Invalid(fault.identifier(), response.uri().toString(), fault.line(), fault.message()));
            }
        }
    }

    /** How many. */
    Checks checks() {
        return new Checks(pages, invalidPages, invalidRecords);
    }

    /** Examples that were not given before. */
    List<Invalid> newExamples() {
        List<Invalid> fresh = List.copyOf(examples.subList(told, examples.size()));
        told = examples.size();
        return fresh;
    }

    /** What was found, for people; empty when everything is valid. */
    Optional<String> summary() {
        if (invalidPages == 0 && invalidRecords == 0 && uncheckedRecords == 0) {
            return Optional.empty();
        }
        return Optional
                .of("of " + records + " records " + invalidRecords + " do not keep to their schema, and " + invalidPages + " of "
                        + pages + " responses not to the protocol's; all are kept. "
                        + (uncheckedRecords == 0 ? "" : uncheckedRecords + " could not be read, hence not checked. ")
                        + "Which: sheaf source show " + source);
    }
}
