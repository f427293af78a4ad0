package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.tributary.lab.account.BillingType;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.OrderOrigin;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.StatusDetail;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * An order as it is stored. Personal data: never log it.
 *
 * @param account empty: the installation's account at this lab
 * @param patient snapshot of the patient; null node until a kit is registered, like the address
 * @param shipping recipient of a kit that is registered later; null node for all other orders
 * @param activateAt when a scheduled order may be sent; empty = at once
 * @param shipment carriers and tracking numbers of a kit; null node when unknown
 */
public record OrderRow(
    UUID id,
    Tenant tenant,
    UUID user,
    UUID transaction,
    Optional<UUID> parent,
    OrderOrigin origin,
    int lab,
    Optional<UUID> account,
    UUID labTest,
    Modality modality,
    Status status,
    Instant statusAt,
    JsonNode patient,
    JsonNode address,
    JsonNode shipping,
    OrderTerms terms,
    Optional<Instant> activateAt,
    Optional<String> sampleId,
    boolean imported,
    Optional<UUID> appointment,
    JsonNode shipment,
    boolean smsEnabled,
    Instant createdAt,
    Instant updatedAt) {

  /** Columns for {@link #read} and additional ones for the API view. */
  static final String COLUMNS =
      """
      select o.id, o.team_id, o.environment, o.user_id, o.transaction_id, o.parent_id, o.origin,
             o.lab_id, o.lab_account_id, o.lab_test_id, o.modality, o.status, o.status_detail,
             o.status_at, o.patient::text as patient, o.address::text as address,
             o.shipping::text as shipping, o.physician::text as physician, o.billing_type,
             o.icd_codes, o.aoe::text as aoe, o.clinical_notes, o.priority,
             o.consents::text as consents, o.activate_by, o.activate_at, o.passthrough,
             o.creator_member_id, o.insurance_id, o.sample_id, o.imported, o.appointment_id,
             o.interpretation, o.has_missing, o.collected_at, o.shipment::text as shipment,
             o.sms_enabled, o.created_at, o.updated_at
        from lab_order o
      """;

  public static OrderRow read(Row r) {
    LowStatus low = LowStatus.fromWireName(r.getString("status")).orElseThrow();
    Optional<StatusDetail> detail =
        Optional.ofNullable(r.getString("status_detail")).flatMap(StatusDetail::fromWireName);
    return new OrderRow(
        r.getUUID("id"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        r.getUUID("user_id"),
        r.getUUID("transaction_id"),
        Optional.ofNullable(r.getUUID("parent_id")),
        parseEnum(OrderOrigin.values(), r.getString("origin")),
        r.getInteger("lab_id"),
        Optional.ofNullable(r.getUUID("lab_account_id")),
        r.getUUID("lab_test_id"),
        parseEnum(Modality.values(), r.getString("modality")),
        new Status(low, detail),
        RowMapping.instant(r, "status_at"),
        json(r, "patient"),
        json(r, "address"),
        json(r, "shipping"),
        terms(r),
        Optional.ofNullable(RowMapping.instant(r, "activate_at")),
        Optional.ofNullable(r.getString("sample_id")),
        r.getBoolean("imported"),
        Optional.ofNullable(r.getUUID("appointment_id")),
        json(r, "shipment"),
        r.getBoolean("sms_enabled"),
        RowMapping.instant(r, "created_at"),
        RowMapping.instant(r, "updated_at"));
  }

  private static OrderTerms terms(Row r) {
    return new OrderTerms(
        json(r, "physician"),
        BillingType.fromWireName(r.getString("billing_type")).orElseThrow(),
        List.copyOf(RowMapping.texts(r, "icd_codes")),
        json(r, "aoe"),
        Optional.ofNullable(r.getString("clinical_notes")),
        r.getBoolean("priority"),
        json(r, "consents"),
        Optional.ofNullable(r.getLocalDate("activate_by")),
        Optional.ofNullable(r.getString("passthrough")),
        Optional.ofNullable(r.getUUID("creator_member_id")),
        Optional.ofNullable(r.getUUID("insurance_id")));
  }

  static String columnValue(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static <E extends Enum<E>> E parseEnum(E[] values, String text) {
    return Arrays.stream(values).filter(v -> columnValue(v).equals(text)).findFirst().orElseThrow();
  }

  private static JsonNode json(Row r, String column) {
    String text = r.getString(column);
    return text == null ? NullNode.instance : Json.parse(text);
  }

  @Override
  public String toString() {
    return "OrderRow[" + id + " " + modality + " " + status.low() + "]";
  }
}
