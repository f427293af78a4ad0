package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.db.AsyncReads;
import io.tributary.db.RowMapping;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads markers with their questions and expected results. */
final class MarkerRepo {
  private static final String FROM_LISTED =
      """
       from marker m
       where m.active and m.orderable and not m.reflex and m.lab_id = any($1::int[])
         and ($2::boolean is null or m.a_la_carte = $2)
      """;

  // Count and IDs are separate subqueries: a window count would have to sort all matches.
  private static final String BROWSE =
      "select (select count(*)"
          + FROM_LISTED
          + ") as total, array(select m.id"
          + FROM_LISTED
          + " order by m.id limit $3::int offset $4::bigint) as ids";

  // Materialized, so that the trigram index is used instead of a row-by-row scan of the ID index.
  private static final String HITS = "with hit as materialized (select m.id" + FROM_LISTED;
  private static final String PAGE =
      """
      )
      select (select count(*) from hit) as total,
             array(select id from hit order by id limit $3::int offset $4::bigint) as ids
      """;
  private static final String SEARCH =
      HITS + " and m.search like $5 and trigrams(m.search) @> $6::text[]" + PAGE;

  /** Statement for texts that are too short to have a trigram. */
  private static final String SCAN = HITS + " and m.search like $5" + PAGE;

  static final String COLUMNS =
      """
      select m.id, m.lab_id, m.provider_id, m.name, m.slug, m.description, m.type, m.unit,
             m.sample_type, m.price_minor, m.price_note, m.price_modifiers::text as price_modifiers,
             m.a_la_carte, m.orderable and m.active as orderable, m.reflex, m.common_tat_days, m.worst_case_tat_days
        from marker m
      """;
  private static final String BY_IDS = COLUMNS + " where m.id = any($1::int[]) order by m.id";
  private static final String BY_CODE =
      COLUMNS
          + " join lab l on l.id = m.lab_id and l.active"
          + " where m.lab_id = $1 and m.provider_id = $2 and m.active";
  private static final String BY_CODES =
      COLUMNS
          + " join lab l on l.id = m.lab_id and l.active"
          + " where m.provider_id = any($1::text[]) and m.active order by m.id";

  private static final String RESULTS =
      """
      select r.id, r.marker_id, r.provider_id, r.name, r.slug, r.required,
             c.id as loinc_id, c.name as loinc_name, c.slug as loinc_slug, c.code, c.unit
        from marker_result r left join loinc c on c.id = r.loinc_id
       where r.marker_id = any($1::int[]) and r.active
       order by r.marker_id, r.position, r.id
      """;

  private static final String QUESTIONS =
      """
      select q.id, q.marker_id, q.code, q.value, q.type, q.required, q.sequence, q."constraint",
             q."default", a.id as answer_id, a.code as answer_code, a.value as answer_value
        from marker_question q
        left join marker_answer a on a.question_id = q.id and a.active
       where q.marker_id = any($1::int[]) and q.active
       order by q.marker_id, q.sequence, q.id, a.position, a.id
      """;

  private final AsyncReads db;

  MarkerRepo(AsyncReads db) {
    this.db = db;
  }

  /**
   * @param labs IDs of the labs whose markers are searched
   * @param name part of the name or code; empty = all
   * @param aLaCarte empty = all
   */
  record Filter(List<Integer> labs, String name, Optional<Boolean> aLaCarte) {}

  /** Number of matches of a filter, and the IDs of one page of them. */
  record Hits(long total, List<Integer> ids) {
    static Hits of(List<Integer> all, PageRequest paging) {
      return new Hits(
          all.size(), all.stream().sorted().skip(paging.offset()).limit(paging.size()).toList());
    }
  }

  Future<Hits> search(Filter f, PageRequest paging) {
    Integer[] labs = f.labs().toArray(Integer[]::new);
    Boolean aLaCarte = f.aLaCarte().orElse(null);
    String name = Trigrams.fold(f.name());
    String[] grams = Trigrams.of(name);
    Future<RowSet<Row>> rows;
    if (name.isEmpty()) {
      rows = db.read(BROWSE, labs, aLaCarte, paging.size(), paging.offset());
    } else if (grams.length == 0) {
      rows =
          db.read(SCAN, labs, aLaCarte, paging.size(), paging.offset(), Trigrams.likePattern(name));
    } else {
      rows =
          db.read(
              SEARCH,
              labs,
              aLaCarte,
              paging.size(),
              paging.offset(),
              Trigrams.likePattern(name),
              grams);
    }
    return rows.map(
        found -> {
          Row r = found.iterator().next();
          return new Hits(r.getLong("total"), List.of(r.getArrayOfIntegers("ids")));
        });
  }

  /**
   * Markers with their questions and, if requested, their results, ordered by ID. Includes retired
   * markers, marked as not orderable.
   */
  Future<List<Marker>> byIds(Collection<Integer> ids, boolean results) {
    if (ids.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    Integer[] keys = ids.toArray(Integer[]::new);
    return db.read(BY_IDS, (Object) keys)
        .compose(rows -> withQuestions(RowMapping.list(rows, MarkerRepo::read), results));
  }

  /** An active marker of a lab, orderable or not, without results. */
  Future<Optional<Marker>> byCode(int lab, String providerId) {
    return db.read(BY_CODE, lab, providerId)
        .compose(rows -> withQuestions(RowMapping.list(rows, MarkerRepo::read), false))
        .map(list -> list.stream().findFirst());
  }

  /** Active markers with one of these codes, without questions and results. */
  Future<List<Marker>> byCodes(Collection<String> providerIds) {
    return db.read(BY_CODES, (Object) providerIds.toArray(String[]::new))
        .map(rows -> RowMapping.list(rows, MarkerRepo::read));
  }

  private Future<List<Marker>> withQuestions(List<Marker> bare, boolean results) {
    Integer[] keys = bare.stream().map(Marker::id).toArray(Integer[]::new);
    Future<Map<Integer, List<Question>>> questions =
        db.read(QUESTIONS, (Object) keys).map(MarkerRepo::foldQuestions);
    Future<Map<Integer, List<ExpectedResult>>> expected =
        results
            ? db.read(RESULTS, (Object) keys).map(rows -> grouped(rows, MarkerRepo::readResult))
            : Future.succeededFuture(Map.of());
    return Future.all(questions, expected)
        .map(
            both ->
                bare.stream()
                    .map(
                        m ->
                            m.with(
                                questions.result().getOrDefault(m.id(), List.of()),
                                expected.result().getOrDefault(m.id(), List.of())))
                    .toList());
  }

  static Marker read(Row r) {
    String modifiers = r.getString("price_modifiers");
    JsonNode tree = modifiers == null ? null : Json.parse(modifiers);
    return new Marker(
        r.getInteger("id"),
        r.getInteger("lab_id"),
        r.getString("provider_id"),
        r.getString("name"),
        r.getString("slug"),
        r.getString("description"),
        WireEnum.parse(MarkerType.class, r.getString("type")).orElseThrow(),
        r.getString("unit"),
        r.getString("sample_type"),
        new Price(r.getInteger("price_minor"), r.getString("price_note"), tree),
        r.getBoolean("a_la_carte"),
        r.getBoolean("orderable"),
        r.getBoolean("reflex"),
        r.getInteger("common_tat_days"),
        r.getInteger("worst_case_tat_days"),
        List.of(),
        List.of());
  }

  private static ExpectedResult readResult(Row r) {
    Integer loinc = r.getInteger("loinc_id");
    return new ExpectedResult(
        r.getInteger("id"),
        r.getString("name"),
        r.getString("slug"),
        r.getString("provider_id"),
        r.getBoolean("required"),
        loinc == null
            ? null
            : new ExpectedResult.Loinc(
                loinc,
                r.getString("loinc_name"),
                r.getString("loinc_slug"),
                r.getString("code"),
                r.getString("unit")));
  }

  private static <T> Map<Integer, List<T>> grouped(RowSet<Row> rows, Function<Row, T> reader) {
    Map<Integer, List<T>> out = new HashMap<>();
    rows.forEach(
        r ->
            out.computeIfAbsent(r.getInteger("marker_id"), k -> new ArrayList<>())
                .add(reader.apply(r)));
    return out;
  }

  /** Folds rows into questions: a row is an answer of a question, or a question without answers. */
  private static Map<Integer, List<Question>> foldQuestions(RowSet<Row> rows) {
    Map<Integer, List<Question>> out = new HashMap<>();
    List<Question.Answer> answers = new ArrayList<>();
    Row open = null;
    for (Row r : rows) {
      if (open != null && !open.getLong("id").equals(r.getLong("id"))) {
        addQuestion(out, open, answers);
      }
      open = r;
      if (r.getInteger("answer_id") != null) {
        answers.add(
            new Question.Answer(
                r.getInteger("answer_id"),
                r.getString("answer_code"),
                r.getString("answer_value")));
      }
    }
    if (open != null) {
      addQuestion(out, open, answers);
    }
    return out;
  }

  private static void addQuestion(
      Map<Integer, List<Question>> out, Row r, List<Question.Answer> answers) {
    out.computeIfAbsent(r.getInteger("marker_id"), k -> new ArrayList<>())
        .add(
            new Question(
                r.getLong("id"),
                r.getString("code"),
                r.getString("value"),
                WireEnum.parse(QuestionType.class, r.getString("type")).orElseThrow(),
                r.getBoolean("required"),
                r.getInteger("sequence"),
                answers,
                r.getString("constraint"),
                r.getString("default")));
    answers.clear();
  }
}
