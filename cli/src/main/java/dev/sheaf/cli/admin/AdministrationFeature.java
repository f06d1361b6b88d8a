package dev.sheaf.cli.admin;

import java.util.List;

import dev.sheaf.platform.api.ApiEndpoint;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.web.admin.AdminPages;

/** Feature of the administration: its password, its pages, and its programming interface. */
public final class AdministrationFeature implements Feature {

    @Override
    public List<Class<?>> commands() {
        return List.of(AdminCommand.class);
    }

    @Override
    public List<Setting> settings() {
        return List.of(Setting.ADMIN_PASSWORD_FILE);
    }

    @Override
    public HubPart open(HubContext hub) {
        return HubPart.of(new AdminPages(hub.controls(), hub.baseUrl()), new ApiEndpoint(hub.controls(), hub.baseUrl()));
    }
}
