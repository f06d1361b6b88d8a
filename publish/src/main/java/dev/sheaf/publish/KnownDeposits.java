package dev.sheaf.publish;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.crawls.Deposit;
import dev.sheaf.store.crawls.Deposits;

/** Decisions of the owner of a collection at the beginning of a crawl. Immutable once it is read; safe for use by many threads. */
final class KnownDeposits {

    private final Approval approval;
    private final Map<String, Deposit> deposits = new HashMap<>();

    private KnownDeposits(Approval approval) {
        this.approval = approval;
    }

    static KnownDeposits of(Deposits store, String source, Approval approval) {
        KnownDeposits known = new KnownDeposits(approval);
        List<Deposit> page = store.page(source, null, null, Deposits.MAX_BATCH);
        while (!page.isEmpty()) {
            // Without the extracted descriptions, which would take a kilobyte of memory for each document.
            page.forEach(deposit -> known.deposits.put(deposit.resource(),
                    new Deposit(deposit.resource(), deposit.state(), deposit.correction(), null, deposit.changed())));
            page = store.page(source, null, page.getLast().resource(), Deposits.MAX_BATCH);
        }
        return known;
    }

    /** Returns the state of a resource; null when its owner is not asked. */
    Deposit.@Nullable State state(String resource) {
        if (!approval.isAsked()) {
            return null;
        }
        Deposit deposit = deposits.get(resource);
        return deposit == null ? Deposit.State.SUBMITTED : deposit.state();
    }

    /** Returns true if a resource must not be published yet. */
    boolean isWithheld(String resource) {
        return approval == Approval.REQUIRED && state(resource) == Deposit.State.SUBMITTED;
    }

    Map<String, List<String>> correction(String resource) {
        Deposit deposit = deposits.get(resource);
        return deposit == null ? Map.of() : deposit.correction();
    }

    /** Names the decisions about a resource: with another name, its records are made again. Empty when there are none. */
    String mark(String resource) {
        Deposit.State state = state(resource);
        Map<String, List<String>> correction = correction(resource);
        return state == null && correction.isEmpty()
                ? ""
                : "-" + approval.text() + "-" + state + (correction.isEmpty() ? "" : "-" + Digest.of(correction.toString()));
    }
}
