package dev.sheaf.platform.cli;

import java.util.List;

import dev.sheaf.platform.cli.admin.AdministrationFeature;
import dev.sheaf.platform.cli.admin.BackupCommand;
import dev.sheaf.platform.cli.admin.DoctorCommand;
import dev.sheaf.platform.cli.admin.IdentifiersCommand;
import dev.sheaf.platform.cli.admin.RestoreCommand;
import dev.sheaf.platform.cli.aggregate.AggregateCommand;
import dev.sheaf.platform.cli.crosswalk.CrosswalkFeature;
import dev.sheaf.platform.cli.harvest.FetchCommand;
import dev.sheaf.platform.cli.harvest.HarvestCommand;
import dev.sheaf.platform.cli.notify.NotifyFeature;
import dev.sheaf.platform.cli.search.SearchCommand;
import dev.sheaf.platform.cli.serve.DemoCommand;
import dev.sheaf.platform.cli.serve.ServeCommand;
import dev.sheaf.platform.cli.simulate.SimulateCommand;
import dev.sheaf.platform.cli.simulate.SimulateServerCommand;
import dev.sheaf.platform.cli.source.SourceCommand;
import dev.sheaf.platform.cli.stats.StatisticsFeature;
import dev.sheaf.platform.cli.transfer.ExportCommand;
import dev.sheaf.platform.cli.transfer.ImportCommand;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.MonitoringFeature;
import dev.sheaf.platform.hub.ProxyFeature;

/** All features of the program: its only list of them. */
public final class Features {

    /** In the order of the help, in which their parts of a hub start as well. */
    public static final List<Feature> ALL = List.of(
            new MonitoringFeature(),
            new Commands(DemoCommand.class, ServeCommand.class),
            new ProxyFeature(),
            new Commands(SourceCommand.class, AggregateCommand.class),
            new CrosswalkFeature(),
            new Commands(HarvestCommand.class, FetchCommand.class, ExportCommand.class, ImportCommand.class, SearchCommand.class),
            new AdministrationFeature(),
            new Commands(IdentifiersCommand.class, SimulateServerCommand.class, SimulateCommand.class),
            new StatisticsFeature(),
            new NotifyFeature(),
            new Commands(BackupCommand.class, RestoreCommand.class, DoctorCommand.class, WarmUpCommand.class));

    private Features() {}

    /** Commands that need no running hub. */
    private record Commands(List<Class<?>> commands) implements Feature {

        Commands(Class<?>... commands) {
            this(List.of(commands));
        }
    }
}
