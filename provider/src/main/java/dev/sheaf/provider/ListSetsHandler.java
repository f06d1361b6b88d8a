package dev.sheaf.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.repository.SetPage;

/** Answers ListSets (S4.6). */
record ListSetsHandler(Repository repository, TokenCodec tokens, int setsPerPage) {

    Answer answer(OaiRequest.ListSets request) {
        String token = request.resumptionToken();
        Optional<ListState.OfSets> state = token == null
                ? Optional.of(new ListState.OfSets(null, 0, -1))
                : tokens.decode(token).filter(ListState.OfSets.class::isInstance).map(ListState.OfSets.class::cast);
        List<OaiError> errors = new ArrayList<>();
        if (state.isEmpty()) {
            errors.add(new OaiError(Code.BAD_RESUMPTION_TOKEN,
                    "This is not a token that this repository issued for ListSets; begin the list anew."));
        }
        if (!repository.hasSets()) {
            errors.add(new OaiError(Code.NO_SET_HIERARCHY, "This repository has no sets."));
        }
        return state.isEmpty() || !errors.isEmpty() ? new OaiResponse.Errors(errors) : list(state.get());
    }

    private Answer list(ListState.OfSets state) {
        boolean begins = state.after() == null;
        SetPage page = repository.sets(state.after(), setsPerPage);
        if (page.sets().isEmpty()) {
            return begins
                    ? DataProvider.error(Code.NO_SET_HIERARCHY, "This repository has no sets yet.")
                    : DataProvider.error(Code.BAD_RESUMPTION_TOKEN,
                            "The repository has changed and nothing is left behind this token; begin the list anew.");
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
