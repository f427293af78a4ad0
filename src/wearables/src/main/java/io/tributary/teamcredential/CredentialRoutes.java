package io.tributary.teamcredential;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.connection.WebhookVerification;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.core.Patch;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.http.JsonFields;
import io.tributary.http.ManagementPath;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** Management routes for a team's OAuth applications. */
final class CredentialRoutes implements Routes.Source {
  private static final String PATH = "/v1/org/{org_id}/team_custom_credentials/{env}/{region}";
  private static final String PREPARE =
      "/v1/org/{org_id}/prepare_team_custom_credentials/{env}/{region}";
  private static final int PAGE_SIZE = 50;
  private static final int MAX_LENGTH = 2048;

  private static final String LIST =
      "select "
          + CredentialView.COLUMNS
          + """
           from provider_app a join team t on t.id = a.team_id
          where t.org_id = $1 and a.environment = $2
            and (cardinality($3::uuid[]) = 0 or a.team_id = any ($3))
            and ($4::text is null or a.provider = $4)
            and ($5::timestamptz is null or (a.created_at, a.id) > ($5, $6))
          order by a.created_at, a.id limit $7
          """;

  private final Bus bus;
  private final Db db;
  private final String region;
  private final Supplier<String> publicUrl;

  CredentialRoutes(Bus bus, Db db, String region, Supplier<String> publicUrl) {
    this.bus = bus;
    this.db = db;
    this.region = region;
    this.publicUrl = publicUrl;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .post(PREPARE, RouteAccess.MANAGEMENT, this::prepare)
        .get(PATH, RouteAccess.MANAGEMENT, this::list)
        .post(PATH, RouteAccess.MANAGEMENT, this::put)
        .delete(PATH, RouteAccess.MANAGEMENT, this::remove);
  }

  private Future<Response> prepare(RequestContext c) {
    Environment environment = ManagementPath.environment(c, region);
    JsonFields body = c.body();
    UUID team = body.requiredUuid("team_id");
    String provider = provider(body);
    c.requireValid();
    return this.<CredentialMessages.WebhookUrl>ask(
            new CredentialMessages.PrepareWebhook(c.organisation(), team, environment, provider))
        .map(address -> Response.ok(steps(provider, address.pushes())));
  }

  private ObjectNode steps(String provider, Optional<String> pushes) {
    ObjectNode out = Json.object();
    if (provider.equals(TeamCredentialProviders.PRACTICE_PROVIDER)) {
      out.put("status", "no_action_needed").putArray("preparation_steps");
      return out;
    }
    ArrayNode steps = out.put("status", "preparations_required").putArray("preparation_steps");
    step(
        steps,
        "redirect_uri",
        publicUrl.get() + "/v2/link/connect/" + provider,
        "Register this URL, or a URL of yours that redirects users to it, with your application");
    pushes.ifPresent(
        url ->
            step(
                steps,
                "webhook_uri",
                url,
                "Register this URL in the provider's console if it asks for a notification URL; it"
                    + " is secret"
                    + (WebhookVerification.isRequired(provider)
                        ? ". Users can link with the application once the provider has checked the"
                            + " URL with each of the verification words in the details"
                        : "")));
    return out;
  }

  private static void step(ArrayNode steps, String type, String value, String description) {
    steps
        .addObject()
        .put("type", type)
        .putNull("key")
        .put("value", value)
        .put("description", description);
  }

  private Future<Response> list(RequestContext c) {
    Environment environment = ManagementPath.environment(c, region);
    QueryParameters q = c.query();
    List<UUID> teams = q.uuids("team_id");
    Optional<String> provider = q.text("provider");
    String cursor = q.text("next_cursor").orElse(null);
    c.requireValid();
    List<?> filters = List.of("credentials", c.organisation(), environment, teams, provider);
    KeysetCursor from = KeysetCursor.decode(cursor, filters);
    return db.read(
            LIST,
            c.organisation(),
            environment.wire(),
            teams.toArray(UUID[]::new),
            provider.orElse(null),
            from.at(),
            from.id(),
            PAGE_SIZE + 1)
        .map(rows -> RowMapping.list(rows, CredentialView::read))
        .map(
            found -> {
              ObjectNode out = Json.object();
              ArrayNode all = out.putArray("credentials");
              found.stream().limit(PAGE_SIZE).forEach(v -> all.add(v.json()));
              CredentialView last = found.size() > PAGE_SIZE ? found.get(PAGE_SIZE - 1) : null;
              return Response.ok(
                  out.put(
                      "next_cursor",
                      last == null
                          ? null
                          : KeysetCursor.encode(filters, last.createdAt(), last.id())));
            });
  }

  private Future<Response> put(RequestContext c) {
    Environment environment = ManagementPath.environment(c, region);
    JsonFields body = c.body();
    UUID team = body.requiredUuid("team_id");
    String provider = provider(body);
    Optional<String> clientId = body.text("client_id", MAX_LENGTH).filter(v -> !v.isBlank());
    Optional<String> secret = body.text("client_secret", MAX_LENGTH).filter(v -> !v.isEmpty());
    Patch<CredentialDetails> details =
        provider == null ? new Patch.Keep<>() : CredentialDetails.read(provider, body);
    Patch<String> redirect = body.patchText("redirect_url_override", 1, MAX_LENGTH);
    if (redirect instanceof Patch.Put<String>(String url) && !isAllowedRedirect(url, environment)) {
      body.addError(
          "redirect_url_override",
          "Input should be an https URL without a user name or a fragment",
          "value_error");
    }
    c.requireValid();
    return this.<CredentialMessages.View>ask(
            new CredentialMessages.Put(
                c.organisation(), team, environment, provider, clientId, secret, details, redirect))
        .map(view -> Response.ok(view.credential().json()));
  }

  private Future<Response> remove(RequestContext c) {
    Environment environment = ManagementPath.environment(c, region);
    QueryParameters q = c.query();
    if (q.texts("credential_id").isEmpty()) {
      q.addError("credential_id", "Field required", "missing");
    }
    List<UUID> ids = q.uuids("credential_id");
    c.requireValid();
    return this.<CredentialMessages.Removed>ask(
            new CredentialMessages.Remove(c.organisation(), environment, ids))
        .map(
            r -> {
              ObjectNode out = Json.object();
              out.set("success", Json.tree(r.success()));
              out.set("failure", Json.tree(r.failure()));
              out.set("not_found", Json.tree(r.notFound()));
              return Response.ok(out);
            });
  }

  /** Returns the provider, or null after recording a validation error. */
  private static String provider(JsonFields body) {
    return body.requiredChoice(
        "provider",
        v -> Optional.of(v).filter(TeamCredentialProviders.ALL::contains),
        TeamCredentialProviders.ALL);
  }

  /**
   * Returns true when the URL may be used as a redirect target. A sandbox may also use localhost.
   */
  private static boolean isAllowedRedirect(String text, Environment environment) {
    try {
      URI url = new URI(text);
      boolean here = environment == Environment.SANDBOX && "localhost".equals(url.getHost());
      return url.getHost() != null
          && url.getRawUserInfo() == null
          && url.getRawFragment() == null
          && ("https".equals(url.getScheme()) || here && "http".equals(url.getScheme()));
    } catch (java.net.URISyntaxException bad) {
      return false;
    }
  }

  private <T extends BusMessage> Future<T> ask(CredentialMessages message) {
    return bus.request(Address.CREDENTIAL, message);
  }
}
