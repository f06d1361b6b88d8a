package dev.sheaf.cli;

import java.time.Clock;
import java.time.Duration;

import dev.sheaf.cli.program.Surroundings;

/** The program in a process whose clock is an hour slow. */
public final class SlowClockSheaf {

    private SlowClockSheaf() {}

    /** Runs one command. */
    public static void main(String[] arguments) {
        Surroundings process = Surroundings.ofProcess();
        System.exit(Sheaf.run(new Surroundings(process.environment(), process.folder(), process.out(), process.err(), false,
                Clock.offset(Clock.systemUTC(), Duration.ofHours(-1)), process.pause()), arguments));
    }
}
