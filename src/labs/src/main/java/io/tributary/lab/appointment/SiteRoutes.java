package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.http.JsonFields;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Routes for service areas, sites and free slots. */
final class SiteRoutes implements Routes.Source {
  private static final Pattern ZIP = Pattern.compile("[0-9]{5}");
  private static final String RADIUS = "25";
  private static final int MAX_VALUES = 50;
  private static final int MAX_TEXT = 100;

  private final Bus bus;

  SiteRoutes(Bus bus) {
    this.bus = bus;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v3/order/area/info", RouteAccess.TEAM, this::area);
    routes.get("/v3/order/psc/info", RouteAccess.TEAM, this::sites);
    routes.get("/v3/order/{order_id}/psc/info", RouteAccess.TEAM, this::sitesOfOrder);
    routes.post("/v3/order/phlebotomy/appointment/availability", RouteAccess.TEAM, this::home);
    routes.post("/v3/order/psc/appointment/availability", RouteAccess.TEAM, this::atSites);
  }

  private Future<Response> area(RequestContext call) {
    QueryParameters q = call.query();
    String zip = zip(q, q.requiredText("zip_code"));
    int radius = radius(q);
    List<String> labs = new ArrayList<>(q.texts("labs"));
    q.text("lab").filter(l -> labs.isEmpty()).ifPresent(labs::add);
    Optional<UUID> account = q.uuid("lab_account_id");
    call.requireValid();
    return ask(new AppointmentMessages.AreaInfo(call.tenant(), zip, radius, labs, account));
  }

  private Future<Response> sites(RequestContext call) {
    QueryParameters q = call.query();
    String zip = zip(q, q.requiredText("zip_code"));
    if (q.text("lab_id").isEmpty()) {
      q.addError("lab_id", "Field required", "missing");
    }
    int lab = q.integer("lab_id", 0, 0, Integer.MAX_VALUE);
    int radius = radius(q);
    List<String> capabilities = capabilities(q);
    Optional<UUID> account = q.uuid("lab_account_id");
    call.requireValid();
    return ask(
        new AppointmentMessages.SiteInfo(call.tenant(), zip, lab, radius, capabilities, account));
  }

  private Future<Response> sitesOfOrder(RequestContext call) {
    UUID order = call.pathUuid("order_id");
    int radius = radius(call.query());
    List<String> capabilities = capabilities(call.query());
    call.requireValid();
    return ask(new AppointmentMessages.OrderSiteInfo(call.tenant(), order, radius, capabilities));
  }

  private static String zip(QueryParameters q, String zip) {
    if (!zip.isEmpty() && !ZIP.matcher(zip).matches()) {
      q.addError("zip_code", "String should be five digits", "string_pattern_mismatch");
    }
    return zip;
  }

  private static int radius(QueryParameters q) {
    return Integer.parseInt(q.choice("radius", Geo::parseRadius, Geo.RADII).orElse(RADIUS));
  }

  private static List<String> capabilities(QueryParameters q) {
    List<String> out = q.texts("capabilities");
    if (!Site.CAPABILITIES.containsAll(out)) {
      q.addError(
          "capabilities",
          "Input should be one of: " + String.join(", ", Site.CAPABILITIES),
          "enum");
    }
    return out;
  }

  private Future<Response> home(RequestContext call) {
    Optional<LocalDate> start = call.query().date("start_date");
    JsonNode address = UsAddress.read(call.body());
    call.requireValid();
    return ask(new AppointmentMessages.HomeAvailability(call.tenant(), start, address));
  }

  /** Accepts the parameters in the query or in the body. */
  private Future<Response> atSites(RequestContext call) {
    QueryParameters q = call.query();
    JsonFields body = call.bodyOrEmpty();
    String lab = q.text("lab").or(() -> body.text("lab", MAX_TEXT)).orElse(null);
    if (lab == null) {
      q.addError("lab", "Field required", "missing");
    }
    Optional<LocalDate> start = q.date("start_date").or(() -> body.date("start_date"));
    List<String> codes = new ArrayList<>(q.texts("site_codes"));
    if (codes.isEmpty()) {
      codes.addAll(body.texts("site_codes", MAX_VALUES, MAX_TEXT).orElse(List.of()));
    }
    Optional<String> zip = q.text("zip_code").or(() -> body.text("zip_code", MAX_TEXT));
    zip.ifPresent(z -> zip(q, z));
    Optional<Integer> radius = radius(q, body);
    boolean stale =
        q.choice("allow_stale", f -> Optional.of(f).filter(FLAGS::contains), FLAGS)
            .map(Boolean::valueOf)
            .or(() -> body.flag("allow_stale"))
            .orElse(false);
    call.requireValid();
    return ask(
        new AppointmentMessages.SiteAvailability(
            call.tenant(), lab, start, codes, zip, radius, stale));
  }

  private static final List<String> FLAGS = List.of("true", "false");

  /** Returns the radius; empty when it is absent or blank. */
  private static Optional<Integer> radius(QueryParameters q, JsonFields body) {
    Optional<String> sent = q.textOrEmpty("radius");
    if (sent.isPresent()) {
      return sent.get().isEmpty() || sent.get().equals("null")
          ? Optional.empty()
          : q.choice("radius", Geo::parseRadius, Geo.RADII).map(Integer::valueOf);
    }
    if (body.has("radius")) {
      return body.choice("radius", Geo::parseRadius, Geo.RADII).map(Integer::valueOf);
    }
    return Optional.of(Integer.valueOf(RADIUS));
  }

  private Future<Response> ask(AppointmentMessages message) {
    return bus.<AppointmentMessages.Shown>request(Address.APPOINTMENT, message)
        .map(s -> Response.of(s.status(), s.body()));
  }
}
