package dev.sheaf.platform.watch;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OneLine;
import dev.sheaf.platform.report.Phrases;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.KeptValidation.Outcome;
import dev.sheaf.store.conformance.Registry;
import dev.sheaf.store.conformance.Validations.NewestResults;

/**
 * Additions to the registry and removals from it. A repository is added only if its last verdict is "passed" and not too old. It stays there
 * whatever later validations find, with its present verdict beside it, until an operator removes it or the list that led to it does so for
 * long. Thread-safe.
 */
public final class RegistryActions {

    private final HubStore store;
    private final WatchTerms terms;

    /** Creates the actions of a store. */
    public RegistryActions(HubStore store, WatchTerms terms) {
        this.store = store;
        this.terms = terms;
    }

    /**
     * Adds a repository.
     *
     * @param address base URL in its usual spelling
     * @param list the compared list that names it; null for an operator
     * @return why it was not added, or that it was
     */
    public ActionResult add(String address, @Nullable String list, Instant now) {
        Optional<String> refusal = refusal(address, now);
        if (refusal.isPresent()) {
            return ActionResult.refused(refusal.get());
        }
        KeptValidation passed = store.validations().newest(address).flatMap(NewestResults::judged).orElseThrow();
        String reason = "it passed the validation of " + passed.began() + (list == null ? "" : "; " + list + " names it");
        return store.registry().add(new Registry.Entry(address, OneLine.of(passed.name()), now, list), reason)
                ? ActionResult.done(address + " is in the registry now: " + reason)
                : ActionResult.nothing(address + " is in the registry already");
    }

    /** Returns why a repository cannot be added; empty if it can. */
    public Optional<String> refusal(String address, Instant now) {
        Optional<NewestResults> newest = store.validations().newest(address);
        Optional<KeptValidation> judged = newest.flatMap(NewestResults::judged);
        if (judged.isEmpty()) {
            return Optional.of(address + " was not added: there is no verdict on it. A repository must pass a validation first"
                    + newest.map(it -> "; the last attempt led to none: " + it.last().unjudged()).orElse(""));
        }
        if (judged.get().outcome() != Outcome.PASSED) {
            return Optional.of(address + " was not added: its last verdict, of " + judged.get().began() + ", is that "
                    + judged.get().rules().failed() + " MUST are not met");
        }
        if (judged.get().began().plus(terms.maxAge()).isBefore(now)) {
            return Optional.of(address + " was not added: it passed on " + judged.get().began().truncatedTo(ChronoUnit.DAYS)
                    + ", and a validation counts for " + Phrases.duration(terms.maxAge()) + ". Validate it again");
        }
        return Optional.empty();
    }

    /** Removes a repository on request of an operator. */
    public ActionResult remove(String address, Instant now) {
        return store.registry().remove(address, now, "an operator removed it")
                ? ActionResult.done(address + " is no longer in the registry")
                : ActionResult.nothing(address + " is not in the registry");
    }
}
