package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.http.JsonFields;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.user.Demographics;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Routes for payors. */
final class PayorRoutes implements Routes.Source {
  private static final String SEARCH = "/v3/insurance/search/payor";
  private static final int MAX_NAME = 200;

  private final Bus bus;
  private final PayorRepo payors;

  PayorRoutes(Bus bus, PayorRepo payors) {
    this.bus = bus;
    this.payors = payors;
  }

  @Override
  public void mount(Routes routes) {
    routes.get(SEARCH, RouteAccess.TEAM, this::search);
    routes.post(SEARCH, RouteAccess.TEAM, this::searchLegacy);
    routes.post("/v3/payor", RouteAccess.TEAM, this::add);
  }

  private Future<Response> search(RequestContext call) {
    Optional<String> name = call.query().text("insurance_name");
    Optional<String> house =
        call.query().choice("provider", PayorRoutes::parseClearingHouse, PayorRepo.CLEARING_HOUSES);
    Optional<String> number = call.query().text("provider_payor_id");
    call.requireValid();
    return respondWithPayors(call, "query", name, house, number, Payor::json);
  }

  private static Optional<String> parseClearingHouse(String word) {
    return Optional.of(word).filter(PayorRepo.CLEARING_HOUSES::contains);
  }

  /** Older search route with different field names. */
  private Future<Response> searchLegacy(RequestContext call) {
    JsonFields body = call.body();
    Optional<String> name = body.text("insurance_name", MAX_NAME);
    Optional<String> house =
        body.choice("provider", PayorRoutes::parseClearingHouse, PayorRepo.CLEARING_HOUSES);
    Optional<String> number = body.text("provider_id", MAX_NAME);
    call.requireValid();
    return respondWithPayors(call, "body", name, house, number, p -> p.json("code"));
  }

  private Future<Response> respondWithPayors(
      RequestContext call,
      String where,
      Optional<String> name,
      Optional<String> house,
      Optional<String> number,
      Function<Payor, ObjectNode> shown) {
    Future<List<Payor>> list;
    if (house.isPresent() && number.isPresent()) {
      list = payors.findByNumber(call.tenant(), house.get(), number.get());
    } else if (name.filter(n -> !n.isBlank()).isPresent()) {
      list = payors.findByName(call.tenant(), name.get());
    } else {
      throw ServiceException.validationFailed(
          new FieldError(
              List.of(where, "insurance_name"),
              "Send insurance_name, or the clearing house and its number",
              "missing"));
    }
    return list.map(
        all -> {
          ArrayNode out = Json.array();
          all.forEach(p -> out.add(shown.apply(p)));
          return Response.ok(out);
        });
  }

  private Future<Response> add(RequestContext call) {
    JsonFields body = call.body();
    String name = body.requiredText("name", 1, MAX_NAME);
    ObjectNode address = body.requiredObject("address").map(Demographics::address).orElse(null);
    Optional<String> house =
        body.choice("provider", PayorRoutes::parseClearingHouse, PayorRepo.CLEARING_HOUSES);
    Optional<String> number = body.text("provider_payor_id", MAX_NAME);
    if (house.isPresent() != number.isPresent()) {
      body.addError(
          "provider", "provider and provider_payor_id must be set together", "value_error");
    }
    call.requireValid();
    return bus.<InsuranceMessages.Payors>request(
            Address.INSURANCE,
            new InsuranceMessages.AddPayor(call.tenant(), name, address, house, number))
        .map(p -> Response.ok(p.payors().getFirst().json()));
  }
}
