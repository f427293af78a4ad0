package io.tributary.lab.account;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.http.JsonFields;
import io.tributary.http.ManagementPath;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Routes for the lab accounts of teams and of organizations. */
final class AccountRoutes implements Routes.Source {
  private static final String ORG = "/v1/org/{org_id}/lab_account/{env}/{region}";
  private static final int MAX_TEAMS = 1000;
  private static final int MAX_NOTES = 1000;
  private static final int MAX_NAME = 200;
  private static final int MAX_NUMBER = 64;

  private final Bus bus;
  private final AccountRepo accounts;
  private final String region;

  AccountRoutes(Bus bus, AccountRepo accounts, String region) {
    this.bus = bus;
    this.accounts = accounts;
    this.region = region;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v3/lab_test/lab_account", RouteAccess.TEAM, this::listOfTeam);
    routes.get(ORG, RouteAccess.MANAGEMENT, this::listOfOrganization);
    routes.post(ORG, RouteAccess.MANAGEMENT, this::create);
    routes.patch(ORG + "/{account_id}", RouteAccess.MANAGEMENT, this::patch);
  }

  private Future<Response> listOfTeam(RequestContext call) {
    Optional<UUID> id = call.query().uuid("lab_account_id");
    Optional<AccountStatus> status = status(call);
    call.requireValid();
    return accounts.ofTeam(call.tenant(), id, status).map(AccountRoutes::listResponse);
  }

  private static Optional<AccountStatus> status(RequestContext call) {
    return call.query().choice("status", AccountStatus::fromWireName, AccountStatus.wireNames());
  }

  private static Response listResponse(List<LabAccount> found) {
    ObjectNode out = Json.object();
    ArrayNode data = out.putArray("data");
    found.forEach(a -> data.add(a.json()));
    return Response.ok(out);
  }

  private Future<Response> listOfOrganization(RequestContext call) {
    Environment environment = ManagementPath.environment(call, region);
    Optional<UUID> id = call.query().uuid("lab_account_id");
    Optional<UUID> team = call.query().uuid("team_id");
    Optional<AccountStatus> status = status(call);
    call.requireValid();
    return accounts
        .ofOrganization(call.organisation(), environment, id, status, team)
        .map(AccountRoutes::listResponse);
  }

  private Future<Response> create(RequestContext call) {
    Environment environment = ManagementPath.environment(call, region);
    JsonFields body = call.body();
    String lab = body.requiredText("lab", 1, MAX_NAME);
    String number = body.requiredText("provider_account_id", 1, MAX_NUMBER);
    AccountMessages.Change change = parseChange(body);
    if (change.status().filter(s -> s != AccountStatus.PENDING).isPresent()) {
      body.addError("status", "The status of a new account must be pending", "enum");
    }
    call.requireValid();
    return ask(
        new AccountMessages.CreateAccount(call.organisation(), environment, lab, number, change));
  }

  private Future<Response> patch(RequestContext call) {
    Environment environment = ManagementPath.environment(call, region);
    UUID id = call.pathUuid("account_id");
    JsonFields body = call.body();
    Optional<String> number = body.text("provider_account_id", MAX_NUMBER);
    if (number.filter(String::isBlank).isPresent()) {
      body.addError("provider_account_id", "String should not be empty", "string_too_short");
    }
    AccountMessages.Change change = parseChange(body);
    if (number.isEmpty() && isEmpty(change)) {
      body.addError("team_id_allowlist", "Field required", "missing");
    }
    call.requireValid();
    return ask(
        new AccountMessages.PatchAccount(call.organisation(), environment, id, number, change));
  }

  private static boolean isEmpty(AccountMessages.Change c) {
    return c.status().isEmpty()
        && c.flow().isEmpty()
        && c.billing().isEmpty()
        && !c.name().changes()
        && !c.clinicalNotes().changes()
        && c.teams().isEmpty();
  }

  private Future<Response> ask(AccountMessages message) {
    return bus.<AccountMessages.Account>request(Address.LAB_ACCOUNT, message)
        .map(
            done -> {
              ObjectNode out = Json.object();
              out.set("lab_account", done.account().json());
              return Response.ok(out);
            });
  }

  private static AccountMessages.Change parseChange(JsonFields body) {
    return new AccountMessages.Change(
        body.choice("status", AccountStatus::fromWireName, AccountStatus.wireNames()),
        body.choice(
            "delegated_flow",
            DelegatedResponsibility::fromWireName,
            DelegatedResponsibility.wireNames()),
        parseBilling(body),
        body.patchText("account_name", 1, MAX_NAME),
        body.patchText("default_clinical_notes", 1, MAX_NOTES),
        body.uuids("team_id_allowlist", MAX_TEAMS));
  }

  private static Optional<Map<BillingType, List<String>>> parseBilling(JsonFields body) {
    Optional<JsonFields> sent = body.object("allowed_billing");
    if (sent.isEmpty()) {
      return Optional.empty();
    }
    Map<BillingType, List<String>> out = new EnumMap<>(BillingType.class);
    List<String> names = new ArrayList<>();
    sent.get().node().fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      Optional<BillingType> type = BillingType.fromWireName(name);
      List<String> states = sent.get().texts(name, UsStates.ALL.size(), 2).orElse(List.of());
      if (type.isEmpty()) {
        sent.get().addError(name, "Keys should be among: " + BillingType.wireNames(), "enum");
      } else if (!UsStates.ALL.containsAll(states)) {
        sent.get().addError(name, "Input should be a list of US state codes", "enum");
      } else {
        out.put(type.get(), states.stream().distinct().toList());
      }
    }
    return Optional.of(out);
  }
}
