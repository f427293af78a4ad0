package io.tributary.lab.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the data of documents from the database. May run on event loops. */
final class DocumentDataReader {
  private static final String ORDER =
      """
      select o.sample_id, o.imported, o.patient::text as patient, o.address::text as address,
             o.physician::text as physician, o.billing_type, o.icd_codes, o.aoe::text as aoe,
             o.clinical_notes, o.priority, o.created_at, l.name as lab, t.name as test, t.method,
             t.fasting, a.default_clinical_notes,
             coalesce(a.provider_account_id,
                      (select p.provider_account_id from lab_account p
                        where o.lab_account_id is null and p.lab_id = o.lab_id
                          and p.environment = o.environment and p.is_default)) as account
        from lab_order o
        join app_user u on u.id = o.user_id and u.deleted_at is null
        join lab l on l.id = o.lab_id
        join lab_test t on t.id = o.lab_test_id
        left join lab_account a on a.id = o.lab_account_id
       where o.id = $1 and o.team_id = $2 and o.environment = $3
      """;
  private static final String TESTS =
      """
      select m.id, x.provider_id, m.name
        from lab_order_marker x join marker m on m.id = x.marker_id
       where x.order_id = $1 order by x.position, m.id
      """;
  private static final String QUESTIONS =
      """
      select q.id, q.value as question, a.code, a.value as answer
        from marker_question q left join marker_answer a on a.question_id = q.id
       where q.id = any($1::bigint[])
      """;
  private static final String LAB_TEST =
      """
      select l.name as lab, t.name as test, t.method, t.fasting
        from lab_test t join lab l on l.id = t.lab_id
       where t.id = $1 and (t.team_id = $2 or t.team_id is null) and t.environment = $3
      """;

  private final Db db;

  DocumentDataReader(Db db) {
    this.db = db;
  }

  private Future<Row> order(Tenant tenant, UUID order) {
    return db.read(ORDER, order, tenant.team(), tenant.environment().wire())
        .map(
            rows ->
                RowMapping.first(rows, r -> r)
                    .orElseThrow(() -> ServiceException.notFound("order")));
  }

  /**
   * Reads the data of a requisition; fails with 404 before the laboratory has accepted the order,
   * and for an imported order.
   */
  Future<Requisition> requisition(Tenant tenant, UUID order) {
    return order(tenant, order)
        .compose(
            r -> {
              if (r.getString("sample_id") == null
                  || r.getBoolean("imported")
                  || r.getString("patient") == null) {
                throw ServiceException.notFound("requisition");
              }
              return db.read(TESTS, order)
                  .map(rows -> RowMapping.list(rows, t -> t))
                  .compose(
                      tests ->
                          answers(Json.parse(r.getString("aoe")))
                              .map(answers -> requisition(r, tests, answers)));
            });
  }

  private Future<Map<Integer, List<Requisition.Answer>>> answers(JsonNode aoe) {
    Long[] ids =
        Stream.iterate(0, i -> i < aoe.size(), i -> i + 1)
            .map(i -> aoe.get(i).path("question_id").asLong())
            .toArray(Long[]::new);
    if (ids.length == 0) {
      return Future.succeededFuture(Map.of());
    }
    return db.read(QUESTIONS, (Object) ids)
        .map(
            rows -> {
              Map<Long, String> questions = new HashMap<>();
              Map<String, String> choices = new HashMap<>();
              rows.forEach(
                  r -> {
                    questions.put(r.getLong("id"), r.getString("question"));
                    choices.put(r.getLong("id") + " " + r.getString("code"), r.getString("answer"));
                  });
              Map<Integer, List<Requisition.Answer>> out = new HashMap<>();
              aoe.forEach(
                  a -> {
                    long id = a.path("question_id").asLong();
                    String said = a.path("answer").asText();
                    out.computeIfAbsent(a.path("marker_id").asInt(), k -> new ArrayList<>())
                        .add(
                            new Requisition.Answer(
                                questions.getOrDefault(id, ""),
                                choices.getOrDefault(id + " " + said, said)));
                  });
              return out;
            });
  }

  private static Requisition requisition(
      Row r, List<Row> tests, Map<Integer, List<Requisition.Answer>> answers) {
    JsonNode physician = json(r, "physician");
    return new Requisition(
        r.getString("sample_id"),
        r.getString("lab"),
        orEmpty(r.getString("account")),
        patient(json(r, "patient"), json(r, "address")),
        new Requisition.Physician(name(physician), physician.path("npi").asText()),
        tests.stream()
            .map(
                t ->
                    new Requisition.Test(
                        t.getString("provider_id"),
                        t.getString("name"),
                        answers.getOrDefault(t.getInteger("id"), List.of())))
            .toList(),
        RowMapping.texts(r, "icd_codes"),
        readableName(r.getString("billing_type")),
        Stream.of(r.getString("default_clinical_notes"), r.getString("clinical_notes"))
            .filter(n -> n != null && !n.isBlank())
            .collect(Collectors.joining("\n")),
        r.getBoolean("priority"),
        r.getBoolean("fasting"),
        r.getOffsetDateTime("created_at").toLocalDate());
  }

  private static Requisition.Patient patient(JsonNode p, JsonNode a) {
    String line =
        Stream.of("city", "state", "zip", "country")
            .map(f -> a.path(f).asText())
            .filter(s -> !s.isBlank() && !s.equals("null"))
            .collect(Collectors.joining(", "));
    List<String> address =
        Stream.of(text(a, "first_line"), text(a, "second_line"), line)
            .filter(s -> !s.isBlank())
            .toList();
    return new Requisition.Patient(
        name(p),
        LocalDate.parse(p.path("dob").asText()),
        readableName(text(p, "gender")),
        address,
        text(p, "phone_number"),
        text(p, "email"));
  }

  /**
   * Reads the data of a tube label; fails with 404 while the number or the patient's name is
   * missing.
   */
  Future<TubeLabel> tubeLabel(Tenant tenant, UUID order, LocalDate collected) {
    return order(tenant, order)
        .map(
            r -> {
              if (r.getString("sample_id") == null || r.getString("patient") == null) {
                throw ServiceException.notFound("label");
              }
              JsonNode p = json(r, "patient");
              return new TubeLabel(
                  r.getString("sample_id"),
                  name(p),
                  LocalDate.parse(p.path("dob").asText()),
                  readableName(text(p, "gender")),
                  collected,
                  r.getString("lab"));
            });
  }

  Future<Instructions> instructions(Tenant tenant, UUID order) {
    return order(tenant, order).map(r -> instructions(r, orEmpty(r.getString("sample_id"))));
  }

  Future<Instructions> instructionsOfLabTest(Tenant tenant, UUID test) {
    return db.read(LAB_TEST, test, tenant.team(), tenant.environment().wire())
        .map(
            rows ->
                RowMapping.first(rows, r -> instructions(r, ""))
                    .orElseThrow(() -> ServiceException.notFound("lab test")));
  }

  /** Fails with 404 unless the team sees the order. */
  Future<Void> requireVisible(Tenant tenant, UUID order) {
    return order(tenant, order).mapEmpty();
  }

  private static Instructions instructions(Row r, String number) {
    return new Instructions(
        r.getString("test"),
        r.getString("lab"),
        number,
        CollectionInstructions.of(r.getString("method"), r.getBoolean("fasting")));
  }

  private static JsonNode json(Row r, String column) {
    return Optional.ofNullable(r.getString(column)).map(Json::parse).orElse(Json.object());
  }

  private static String name(JsonNode of) {
    return (text(of, "first_name") + " " + text(of, "last_name")).strip();
  }

  private static String text(JsonNode of, String field) {
    JsonNode v = of.path(field);
    return v.isTextual() ? v.textValue() : "";
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  /** Readable form of a wire name. */
  private static String readableName(String wire) {
    return wire.isEmpty()
        ? ""
        : Character.toUpperCase(wire.charAt(0)) + wire.substring(1).replace('_', ' ');
  }
}
