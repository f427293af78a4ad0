package io.tributary.diagnostics;

import io.tributary.config.ProviderAppConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.OAuthApplications;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.subscription.NotificationUrls;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs all checks of a provider's setup. Blocking. */
final class Diagnostics {
  private final ServiceConfig config;
  private final Adapters adapters;
  private final OAuthApplications apps;
  private final NotificationUrls notificationUrls;
  private final HostChecks hostChecks;
  private final ApplicationChecks applicationChecks;
  private final SimulatedLinkCheck linkCheck;

  Diagnostics(
      ServiceConfig config,
      Adapters adapters,
      OAuthApplications apps,
      NotificationUrls hooks,
      HostChecks hosts,
      ApplicationChecks standing,
      SimulatedLinkCheck trial) {
    this.config = config;
    this.adapters = adapters;
    this.apps = apps;
    this.notificationUrls = hooks;
    this.hostChecks = hosts;
    this.applicationChecks = standing;
    this.linkCheck = trial;
  }

  List<DiagnosticResult> check(DoctorMessages.Examine asked) {
    String slug = asked.provider();
    List<DiagnosticResult> all = new ArrayList<>();
    String setting = "TRIBUTARY_PROVIDERS_" + slug.toUpperCase(java.util.Locale.ROOT) + "_";
    ProviderAppConfig own = config.providers().get(slug);
    Optional<Adapter> adapter = adapters.of(slug, false).filter(a -> own != null);
    if (adapter.isEmpty()) {
      all.add(
          DiagnosticResult.bad(
              "enabled",
              own == null
                  ? slug + " has no cloud API that this service calls"
                  : slug + " is disabled on this installation",
              own == null
                  ? "Nothing: " + slug + " does not need to be linked on this installation"
                  : "Set " + setting + "ENABLED=true and restart the service"));
      return all;
    }
    all.add(
        own.acceptNewConnections()
            ? DiagnosticResult.good("enabled", slug + " accepts new connections")
            : DiagnosticResult.bad(
                "enabled",
                slug + " does not accept new connections; existing connections continue",
                "Set " + setting + "ACCEPT_NEW_CONNECTIONS=true to accept new connections"));
    Optional<AppCredentials> app = findApplication(asked, slug);
    if (app.isEmpty()) {
      all.add(
          DiagnosticResult.bad(
              "application",
              asked.tenant().isPresent()
                  ? "neither the team nor the installation has an application for this provider"
                  : "the installation has no application for this provider",
              asked.tenant().isPresent()
                  ? "Add one: POST /v1/org/{org_id}/team_custom_credentials/{env}/{region}"
                  : "Set "
                      + setting
                      + "CLIENT_ID and _CLIENT_SECRET, or check a team with"
                      + " team_id"));
      return all;
    }
    all.addAll(check(adapter.get(), app.get(), asked));
    return all;
  }

  private Optional<AppCredentials> findApplication(DoctorMessages.Examine asked, String slug) {
    return asked
        .tenant()
        .flatMap(t -> apps.teamCredentials(t, slug))
        .or(() -> apps.find(Ids.DEFAULT_APP, slug));
  }

  private List<DiagnosticResult> check(
      Adapter adapter, AppCredentials app, DoctorMessages.Examine asked) {
    String slug = adapter.descriptor().slug();
    Optional<Tenant> tenant = asked.tenant();
    List<DiagnosticResult> all = new ArrayList<>();
    all.add(
        DiagnosticResult.note(
            "application",
            app.id().equals(Ids.DEFAULT_APP)
                ? "uses the application of the installation"
                : "uses the application of the team"));
    if (adapter.oauth().isPresent()) {
      all.add(
          DiagnosticResult.note(
              "redirect_url",
              app.redirectUri(),
              "Register exactly this URL as the redirect URL of the application"));
    }
    all.add(
        adapter.inbound().isPresent()
            ? DiagnosticResult.note(
                "push_url",
                notificationUrls.url(notificationUrls.findOrCreate(slug, app.id())),
                "Register this URL in the provider's console if it asks for a notification URL;"
                    + " keep it secret")
            : DiagnosticResult.note("push_url", "the provider sends no notifications"));
    all.addAll(hostChecks.check(app.urls()));
    all.add(credentials(adapter, app));
    all.add(applicationChecks.scopes(adapter.descriptor(), tenant));
    if (adapter.subscriber().isPresent()) {
      all.add(applicationChecks.subscriptions(slug, app.id()));
    }
    all.add(applicationChecks.rateLimits(slug, app.id()));
    all.add(applicationChecks.connections(slug, app.id(), tenant));
    if (asked.flow()) {
      all.add(linkCheck.run(adapter));
    }
    return all;
  }

  /**
   * Checks the client credentials with a made-up code or refresh token. A provider that accepts the
   * application rejects only the code or token.
   */
  private static DiagnosticResult credentials(Adapter adapter, AppCredentials app) {
    String name = "credentials";
    if (adapter.renewer().isEmpty()) {
      return DiagnosticResult.note(
          name,
          "users sign in with their own credentials, so this cannot be checked without a user");
    }
    try {
      tryCredentials(adapter, app);
      return DiagnosticResult.bad(
          name,
          "the provider accepted a made-up code or token",
          "Check the URL of the token endpoint");
    } catch (ProviderException.AppCredentialsRejected e) {
      return DiagnosticResult.bad(
          name,
          "the provider rejects the client ID or the client secret",
          "Copy both from the provider's console again, without trailing spaces");
    } catch (ProviderException.TokenRejected | ProviderException.Rejected e) {
      return DiagnosticResult.good(
          name, "the provider accepts the application (it rejects only the made-up code)");
    } catch (ProviderException e) {
      return DiagnosticResult.note(
          name,
          "the credentials could not be checked: " + e.getClass().getSimpleName(),
          "Try again later; if the problem persists, check the URL of the token endpoint");
    }
  }

  private static void tryCredentials(Adapter adapter, AppCredentials app) {
    adapter
        .oauth()
        .ifPresentOrElse(
            oauth -> oauth.exchange(app, madeUpCode(adapter)),
            () -> adapter.renewer().orElseThrow().refresh(app, madeUpToken()));
  }

  private static OAuth.Callback madeUpCode(Adapter adapter) {
    return new OAuth.Callback(
        Ids.randomBase62(24),
        Ids.randomBase62(64),
        adapter.descriptor().defaultScopes(),
        Optional.empty(),
        Ids.uuid(),
        Optional.empty());
  }

  private static OAuth.Session madeUpToken() {
    return new OAuth.Session(
        new OAuth.Tokens(Ids.randomBase62(24), Ids.randomBase62(24), Instant.now()),
        Optional.empty());
  }
}
