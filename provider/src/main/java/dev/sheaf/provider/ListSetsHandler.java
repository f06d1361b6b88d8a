package dev.sheaf.provider;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Verb;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.repository.SetPage;
import dev.sheaf.provider.RepositoryFaults.Judged;

/** Handler of ListSets (S4.6). Its tokens always contain all state, because sets are read in order of their specs. */
record ListSetsHandler(Repository repository, RepositoryFaults faults, TokenCodec tokens, int setsPerPage) {

    private static final Judged BEGINNING = new Judged.Good(new ListState.OfSets(null, 0, -1));

    Answer answer(OaiRequest.ListSets request) {
        String token = request.resumptionToken();
        Judged judged = token == null ? BEGINNING : faults.token(token, Verb.LIST_SETS);
        List<OaiError> errors = new ArrayList<>();
        if (judged instanceof Judged.Bad bad) {
            errors.add(bad.error());
        }
        faults.sets().ifPresent(errors::add);
        return errors.isEmpty() && judged instanceof Judged.Good(ListState.OfSets state)
                ? list(state)
                : new OaiResponse.Errors(errors);
    }

    private Answer list(ListState.OfSets state) {
        boolean begins = state.after() == null;
        SetPage page = repository.sets(state.after(), setsPerPage);
        if (page.sets().isEmpty()) {
            return begins
                    ? DataProvider.error(Code.NO_SET_HIERARCHY, "This repository has no sets yet.")
                    : DataProvider.error(Code.BAD_RESUMPTION_TOKEN,
                            "The repository has changed and nothing is left after this token; begin the list again.");
        }
        long returned = state.cursor() + page.sets().size();
        if (!page.more()) {
            return new OaiResponse.ListSets(page.sets(), begins ? null : new ResumptionToken("", null, returned, state.cursor()));
        }
        long whole = Math.max(begins ? page.total() : state.size(), returned + 1);
        String next = tokens.encode(new ListState.OfSets(page.sets().getLast().spec().value(), returned, whole));
        return new OaiResponse.ListSets(page.sets(), new ResumptionToken(next, null, whole, state.cursor()));
    }
}
