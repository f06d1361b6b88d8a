package dev.sheaf.validator.rules;

/** One requirement. Rules have no state: what they find goes to the {@link Examination}. Safe for many threads. */
public sealed interface Rule permits ResponseRule, EntryRule, RunRule {

    /** Returns its name: subject and requirement in small letters, such as {@code dates.granularity}. */
    String name();
}
