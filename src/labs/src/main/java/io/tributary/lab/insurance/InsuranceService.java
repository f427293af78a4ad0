package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.core.FieldError;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Stores and reads the insurances of users, and decides whether an order can be billed to one. */
public final class InsuranceService {
  private static final String COLUMNS =
      """
      select i.id, i.user_id, i.is_primary, i.document_encrypted, p.code, p.name,
             p.address::text as address
        from insurance i join app_user u on u.id = i.user_id join payor p on p.id = i.payor_id
       where u.team_id = $1 and u.environment = $2 and u.deleted_at is null
      """;
  private static final String BY_ID = COLUMNS + " and i.id = $3";
  private static final String LATEST =
      COLUMNS + " and i.user_id = $3 and i.is_primary = $4 order by i.number desc limit 1";

  private static final String INSERT =
      """
      insert into insurance (id, user_id, is_primary, payor_id, document_encrypted)
      values ($1, $2, $3, $4, $5)
      """;

  private final Encryption secrets;

  /**
   * @param secrets encrypts names and addresses
   */
  public InsuranceService(Encryption secrets) {
    this.secrets = secrets;
  }

  /**
   * Adds an insurance, which becomes the user's newest.
   *
   * @param place position of the payor's code in the request, for the 422 when it is unknown
   */
  Insurance add(
      Tx tx,
      Tenant t,
      UUID user,
      String payorCode,
      List<Object> place,
      boolean primary,
      ObjectNode document) {
    Payor payor =
        PayorRepo.findByCode(tx, t, payorCode)
            .orElseThrow(
                () ->
                    ServiceException.validationFailed(
                        new FieldError(place, "There is no payor with this code", "value_error")));
    UUID id = Ids.uuid();
    byte[] sealed = secrets.seal(Json.bytes(document), user.toString());
    tx.update(INSERT, id, user, primary, payor.id(), sealed);
    return find(tx, t, id).orElseThrow();
  }

  /**
   * Adds the insurance sent with an order as the user's newest primary one.
   *
   * @param patient the order's patient
   * @param address the order's address
   * @throws ServiceException 400 when it names no payor or member ID, 422 when the payor is unknown
   */
  public Insurance add(
      Tx tx, Tenant t, UUID user, InlineInsurance inline, JsonNode patient, JsonNode address) {
    inline.requireComplete();
    List<Object> place = List.of("body", "health_insurance", "payor_code");
    ObjectNode document = inline.toDocument(patient, address);
    return add(tx, t, user, inline.payorCode(), place, true, document);
  }

  public Optional<Insurance> find(Tx tx, Tenant t, UUID insurance) {
    return tx.first(BY_ID, t.team(), t.environment().wire(), insurance).map(this::read);
  }

  /** Newest insurance of the user. The newest primary one is used to bill orders. */
  public Optional<Insurance> latest(Tx tx, Tenant t, UUID user, boolean primary) {
    return tx.first(LATEST, t.team(), t.environment().wire(), user, primary).map(this::read);
  }

  /**
   * Returns the insurance to which a new order is billed.
   *
   * @throws ServiceException 400 when the user has no primary insurance
   */
  public Insurance requireForOrder(Tx tx, Tenant t, UUID user) {
    return latest(tx, t, user, true)
        .orElseThrow(
            () ->
                ServiceException.badRequest(
                    "commercial_insurance needs a primary insurance of the user"));
  }

  /**
   * Fails with 400 unless there are diagnosis codes, all of them known, of which no two exclude
   * each other.
   */
  public static void requireDiagnoses(List<String> icdCodes) {
    if (icdCodes.isEmpty()) {
      throw ServiceException.badRequest("commercial_insurance needs icd_codes");
    }
    IcdCheck check = IcdCheck.check(Icd10.bundled(), icdCodes);
    if (!check.errors().isEmpty()) {
      throw ServiceException.badRequest("icd_codes: " + String.join("; ", check.errors()));
    }
    if (!check.isValid()) {
      IcdCheck.IcdPair p = check.violations().getFirst();
      throw ServiceException.badRequest("icd_codes: " + p.code() + " excludes " + p.other());
    }
  }

  private Insurance read(Row r) {
    return new Insurance(
        r.getUUID("id"),
        r.getBoolean("is_primary"),
        r.getString("code"),
        r.getString("name"),
        Json.parse(r.getString("address")),
        Json.parse(
            secrets.open(
                r.getBuffer("document_encrypted").getBytes(), r.getUUID("user_id").toString())));
  }
}
