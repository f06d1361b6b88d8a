package dev.sheaf.provider;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/** Tokens that contain all state of their list, see {@link TokenStrategy#stateless()}. */
final class StatelessTokens extends TokenStrategy {

    static final TokenStrategy INSTANCE = new StatelessTokens();

    private StatelessTokens() {}

    @Override
    Optional<ListState.OfResultSet> keep(OptionalLong size, LongFunction<Optional<ResultSet>> entries) {
        return Optional.empty();
    }

    @Override
    Optional<Kept> find(ListState.OfResultSet state) {
        return Optional.empty();
    }

    @Override
    boolean accepts(ListState.OfResultSet state) {
        return false;
    }
}
