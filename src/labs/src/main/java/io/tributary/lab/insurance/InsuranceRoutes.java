package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Json;
import io.tributary.http.JsonFields;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Routes for the insurances of users and for diagnosis codes. */
final class InsuranceRoutes implements Routes.Source {
  private static final int MAX_NUMBER = 100;
  private static final int MAX_QUERY = 200;
  private static final int MAX_CODES = 100;
  private static final int MAX_CODE = 32;
  private static final List<String> RELATIONSHIPS = List.of("Self", "Spouse", "Other");

  private final Bus bus;

  InsuranceRoutes(Bus bus) {
    this.bus = bus;
  }

  @Override
  public void mount(Routes routes) {
    routes.post("/v2/user/{user_id}/insurance", RouteAccess.TEAM, this::add);
    routes.get("/v2/user/{user_id}/insurance/latest", RouteAccess.TEAM, this::latest);
    routes.get("/v3/insurance/search/diagnosis", RouteAccess.TEAM, this::searchDiagnoses);
    routes.post("/v3/insurance/validate_icd_codes", RouteAccess.TEAM, this::validate);
  }

  private Future<Response> add(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    JsonFields body = call.body();
    String payor = body.requiredText("payor_code", 1, MAX_NUMBER);
    boolean primary = body.flag("is_primary").orElse(true);
    ObjectNode document =
        Json.object()
            .put("member_id", body.requiredText("member_id", 1, MAX_NUMBER))
            .put("group_id", body.text("group_id", MAX_NUMBER).orElse(null));
    String relationship =
        body.requiredChoice(
            "relationship", r -> Optional.of(r).filter(RELATIONSHIPS::contains), RELATIONSHIPS);
    document.put("relationship", relationship);
    document.set(
        "insured", body.requiredObject("insured").map(ContactParser::parseInsured).orElse(null));
    Optional<JsonFields> guarantor = body.object("guarantor");
    if (relationship != null && !relationship.equals("Self") && body.raw("guarantor").isEmpty()) {
      body.addError("guarantor", "Field required unless relationship is Self", "missing");
    }
    document.set("guarantor", guarantor.map(ContactParser::parseGuarantor).orElse(null));
    call.requireValid();
    return askForInsurance(
        new InsuranceMessages.AddInsurance(call.tenant(), user, payor, primary, document));
  }

  private Future<Response> latest(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    boolean primary =
        call.query()
            .choice(
                "is_primary",
                v -> Optional.of(v).filter(List.of("true", "false")::contains),
                List.of("true", "false"))
            .map(Boolean::valueOf)
            .orElse(true);
    call.requireValid();
    return askForInsurance(new InsuranceMessages.ReadInsurance(call.tenant(), user, primary));
  }

  private Future<Response> askForInsurance(InsuranceMessages message) {
    return bus.<InsuranceMessages.Shown>request(Address.INSURANCE, message)
        .map(s -> Response.ok(s.insurance()));
  }

  private Future<Response> searchDiagnoses(RequestContext call) {
    String query = call.query().requiredText("diagnosis_query");
    if (query.length() > MAX_QUERY) {
      call.query()
          .addError(
              "diagnosis_query",
              "String should have at most " + MAX_QUERY + " characters",
              "string_too_long");
    }
    call.requireValid();
    return bus.<InsuranceMessages.Diagnoses>request(
            Address.INSURANCE, new InsuranceMessages.SearchDiagnoses(query))
        .map(
            d -> {
              ArrayNode out = Json.array();
              d.found().forEach(one -> out.add(one.json()));
              return Response.ok(out);
            });
  }

  private Future<Response> validate(RequestContext call) {
    JsonFields body = call.body();
    Optional<List<String>> codes = body.texts("codes", MAX_CODES, MAX_CODE);
    if (body.raw("codes").isEmpty()) {
      body.addError("codes", "Field required", "missing");
    }
    call.requireValid();
    return bus.<InsuranceMessages.Checked>request(
            Address.INSURANCE, new InsuranceMessages.CheckCodes(codes.orElseThrow()))
        .map(c -> Response.ok(c.check().json()));
  }
}
