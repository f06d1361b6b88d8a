package dev.sheaf.cli.source;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import dev.sheaf.cli.program.NamedValues;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;

/** Option that pins traits of a server. A pinned value replaces the one that harvests learn, until it is unpinned. */
final class ProfileOptions {

    private static final String ALL = "all";
    /** The value that unpins. */
    private static final String LEARN = "learn";
    private static final List<ServerTrait> TRAITS = Arrays.stream(ServerTrait.values()).filter(trait -> !trait.isOnlyLearnt())
            .toList();

    @Option(names = "--pin", paramLabel = "NAME=VALUE", description = {
            "fixes a trait of the server, which harvests otherwise learn (may be repeated); NAME=learn and all=learn undo that:%n"
                    + "granularity=day|second: finest datestamps that it accepts;%n"
                    + "overlap=1h: how far each harvest reaches back: 5m, 1h, 2d;%n"
                    + "ranges=yes|no: it respects from and until;%n" + "until=yes|no: it includes the day in until;%n"
                    + "compression=yes|no: it is asked to compress its answers;%n"
                    + "sizes=yes|no: the list sizes that it states are right;%n"
                    + "tokens=FORM: how resumptionTokens are sent: encoded, with-prefix, raw, plus, twice;%n"
                    + "list-limit=N: largest number of records that it lists; longer lists are split;%n"
                    + "dumps=yes|no: dumps that it offers are used for the first load"})
    private List<String> pins = List.of();

    /** Returns the profile with the pins that were given. An unknown name or a wrong value is a usage error. */
    ServerProfile applyTo(ServerProfile profile, CommandSpec spec) {
        NamedValues said = NamedValues.of(spec, "--pin", pins,
                Stream.concat(TRAITS.stream().map(ServerTrait::text), Stream.of(ALL)).toList());
        ServerProfile pinned = profile;
        String all = said.one(ALL);
        if (all != null) {
            if (!all.equals(LEARN)) {
                throw Words.wrong(spec, "--pin: all can only be set to " + LEARN);
            }
            pinned = new ServerProfile(profile.learnt(), Map.of());
        }
        for (ServerTrait trait : TRAITS) {
            String value = said.one(trait.text());
            if (value != null) {
                ServerProfile before = pinned;
                pinned = Words.read(spec, "--pin",
                        () -> before.pin(trait, value.equals(LEARN) ? null : read(trait, value, spec)));
            }
        }
        return pinned;
    }

    /** Returns a value in the form of the profile: a duration is typed like 1h and stored like PT1H. */
    private static String read(ServerTrait trait, String value, CommandSpec spec) {
        return trait == ServerTrait.OVERLAP ? Words.duration(spec, "--pin overlap", value).toString() : value;
    }
}
