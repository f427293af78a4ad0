package io.tributary.lab.account;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * An account at a laboratory.
 *
 * @param labId ID of the laboratory
 * @param labSlug slug of the laboratory
 * @param organization owning organization; empty: the installation's own account
 * @param number the account number at the laboratory
 * @param billing patient states for each billing type that the account allows
 * @param teams teams that may order on the account, limited to those visible to the caller
 */
public record LabAccount(
    UUID id,
    int labId,
    String labSlug,
    Environment environment,
    Optional<UUID> organization,
    Optional<String> name,
    AccountStatus status,
    DelegatedResponsibility delegation,
    String number,
    Optional<String> clinicalNotes,
    Optional<List<String>> businessUnits,
    Map<BillingType, List<String>> billing,
    List<UUID> teams) {

  public LabAccount {
    billing = Map.copyOf(billing);
    teams = List.copyOf(teams);
  }

  static LabAccount read(Row r) {
    UUID[] teams = r.getArrayOfUUIDs("teams");
    return new LabAccount(
        r.getUUID("id"),
        r.getInteger("lab_id"),
        r.getString("slug"),
        Environment.of(r.getString("environment")).orElseThrow(),
        Optional.ofNullable(r.getUUID("org_id")),
        Optional.ofNullable(r.getString("name")),
        AccountStatus.fromWireName(r.getString("status")).orElseThrow(),
        DelegatedResponsibility.fromWireName(r.getString("delegated_flow")).orElseThrow(),
        r.getString("provider_account_id"),
        Optional.ofNullable(r.getString("default_clinical_notes")),
        Optional.ofNullable(RowMapping.texts(r, "business_units")),
        billing(r.getString("allowed_billing")),
        List.of(teams));
  }

  /**
   * Parses the billing types. Types written by a later version are skipped, because this version
   * cannot bill by them.
   */
  private static Map<BillingType, List<String>> billing(String json) {
    Map<BillingType, List<String>> out = new EnumMap<>(BillingType.class);
    Json.parse(json)
        .fields()
        .forEachRemaining(
            e ->
                BillingType.fromWireName(e.getKey())
                    .ifPresent(
                        type -> {
                          List<String> states = new ArrayList<>();
                          e.getValue().forEach(s -> states.add(s.asText()));
                          out.put(type, List.copyOf(states));
                        }));
    return out;
  }

  static ObjectNode billing(Map<BillingType, List<String>> billing) {
    ObjectNode out = Json.object();
    for (BillingType type : BillingType.values()) {
      if (billing.containsKey(type)) {
        billing.get(type).forEach(out.putArray(type.wireName())::add);
      }
    }
    return out;
  }

  /** Fails with 400 unless patients of the state may be billed by this type. */
  void checkBilling(BillingType type, String state) {
    if (!billing.containsKey(type)) {
      throw ServiceException.badRequest(
          "the lab account does not allow the billing type " + type.wireName());
    }
    if (!billing.get(type).contains(state)) {
      throw ServiceException.badRequest(
          "the lab account does not allow the billing type "
              + type.wireName()
              + " for patients in "
              + state);
    }
  }

  /** Fails with 400 when the order must name a physician and does not. */
  public void checkPhysician(boolean named) {
    if (delegation.needsPhysician() && !named) {
      throw ServiceException.badRequest(
          "the lab account is " + delegation.wireName() + ": physician is required");
    }
  }

  ObjectNode json() {
    ObjectNode out =
        Json.object()
            .put("id", id.toString())
            .put("lab", labSlug)
            .put("org_id", organization.map(UUID::toString).orElse(null))
            .put("account_name", name.orElse(null))
            .put("status", status.wireName())
            .put("delegated_flow", delegation.wireName())
            .put("provider_account_id", number)
            .put("default_clinical_notes", clinicalNotes.orElse(null));
    out.set("business_units", businessUnits.map(Json::tree).orElse(null));
    out.set("allowed_billing", billing(billing));
    out.set("team_id_allowlist", Json.tree(teams));
    return out;
  }
}
