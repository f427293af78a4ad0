package io.tributary.workoutfile;

import static io.tributary.workoutfile.FitWriter.ENUM;
import static io.tributary.workoutfile.FitWriter.SINT32;
import static io.tributary.workoutfile.FitWriter.UINT16;
import static io.tributary.workoutfile.FitWriter.UINT32;
import static io.tributary.workoutfile.FitWriter.UINT8;
import static io.tributary.workoutfile.FitWriter.field;
import static io.tributary.workoutfile.FitWriter.fit;
import static io.tributary.workoutfile.SampleFiles.NINE_O_CLOCK;
import static io.tributary.workoutfile.SampleFiles.bytes;
import static io.tributary.workoutfile.SampleFiles.gzip;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WorkoutFileReaderTest {
  private static final int LIMIT = 1 << 24;

  private static WorkoutFile read(byte[] file) {
    return WorkoutFileReader.read(file, LIMIT);
  }

  private static String fault(byte[] file) {
    return assertThrows(UnsupportedFileException.class, () -> read(file)).getMessage();
  }

  private static String fault(String file) {
    return fault(bytes(file));
  }

  @Test
  void aFitRunIsReadWithItsPointsLapsSessionAndOffset() {
    WorkoutFile r = read(SampleFiles.run());
    assertEquals("fit", r.format());
    assertTrue(r.byDevice());
    assertEquals(20_700, r.offsetSeconds());
    assertEquals(new WorkoutFile.Maker("Garmin", "Forerunner", "12.34", "3904417"), r.maker());
    WorkoutFile.Session s = r.sessions().getFirst();
    assertEquals("trail_running", s.sport().slug());
    assertEquals(Instant.ofEpochSecond(NINE_O_CLOCK), s.start());
    assertEquals(Instant.ofEpochSecond(NINE_O_CLOCK + 600), s.end());
    assertEquals(570, s.totals().movingSeconds());
    assertEquals(1800, s.totals().distance());
    assertEquals(149, s.totals().averageHr());
    assertEquals(1600, s.totals().steps());
    assertEquals(2, s.laps().size());
    assertFalse(s.laps().getFirst().resting());
    assertTrue(s.laps().getLast().resting());
    WorkoutStream stream = s.stream();
    assertEquals(600, stream.size());
    assertEquals(NINE_O_CLOCK, stream.time(0));
    assertEquals(27.70001, stream.value(Channel.LAT, 1), 1e-7);
    assertEquals(140, stream.value(Channel.HEARTRATE, 0));
    assertTrue(Double.isNaN(stream.value(Channel.HEARTRATE, 7)));
    assertEquals(170, stream.value(Channel.CADENCE, 0)); // steps of both feet
    assertEquals(1400, stream.value(Channel.ALTITUDE, 0));
    assertEquals(3.0, stream.value(Channel.VELOCITY_SMOOTH, 0));
    assertEquals(-3, stream.value(Channel.TEMPERATURE, 0));
    assertFalse(stream.has(Channel.POWER));
  }

  @Test
  void theKeyIsTheOneOfTheRecorderAndItsFile() {
    String key = read(SampleFiles.run(1, 600)).sessions().getFirst().key();
    assertEquals(key, read(SampleFiles.run(1, 300)).sessions().getFirst().key());
    assertNotEquals(key, read(SampleFiles.run(2, 600)).sessions().getFirst().key());
    assertTrue(key.startsWith("fit-"));
    // Without a serial number, the key consists of start and sport.
    String bare = read(SampleFiles.run(0, 600)).sessions().getFirst().key();
    assertEquals(bare, read(SampleFiles.run(0, 300)).sessions().getFirst().key());
    assertFalse(read(SampleFiles.run(0, 600)).byDevice());
  }

  @Test
  void bothByteOrdersCompressedTimesAndDeveloperFieldsAreRead() {
    FitWriter w = new FitWriter();
    SampleFiles.fileId(w, 5);
    w.define(2, 20, ByteOrder.BIG_ENDIAN, List.of(3, 8), field(253, UINT32), field(7, UINT16));
    w.data(2, fit(NINE_O_CLOCK + 27), 300);
    w.define(3, 20, ByteOrder.BIG_ENDIAN, List.of(2), field(7, UINT16));
    int at = (int) (fit(NINE_O_CLOCK + 27) & 31);
    w.compressed(3, at + 1, 301).compressed(3, at + 2, 302);
    // Thirty seconds later, the five-bit time offset has wrapped around.
    w.compressed(3, at + 32 & 31, 303);
    SampleFiles.session(w, NINE_O_CLOCK, 100, 2, 7);
    WorkoutStream stream = read(w.file()).sessions().getFirst().stream();
    assertArrayEquals(
        new long[] {NINE_O_CLOCK + 27, NINE_O_CLOCK + 28, NINE_O_CLOCK + 29, NINE_O_CLOCK + 59},
        stream.times());
    assertArrayEquals(new double[] {300, 301, 302, 303}, stream.values(Channel.POWER));
  }

  @Test
  void olderHeadersAndHeadersWithoutCheckSumAreTaken() {
    FitWriter w = new FitWriter();
    SampleFiles.session(w, NINE_O_CLOCK, 10, 11, 0);
    assertEquals("walking", read(w.file(12)).sessions().getFirst().sport().slug());
    byte[] none = w.file();
    none[12] = 0;
    none[13] = 0;
    int crc = FitWriter.crc(none, none.length - 2);
    none[none.length - 2] = (byte) crc;
    none[none.length - 1] = (byte) (crc >> 8);
    assertEquals(1, read(none).sessions().size());
  }

  @Test
  void aTriathlonIsSeveralWorkoutsWithTheirOwnPoints() {
    FitWriter w = new FitWriter();
    SampleFiles.fileId(w, 5);
    w.define(2, 20, field(253, UINT32), field(3, UINT8));
    for (int s = 0; s < 300; s += 10) {
      w.data(2, fit(NINE_O_CLOCK + s), 100 + s / 100);
    }
    SampleFiles.session(w, NINE_O_CLOCK + 200, 100, 1, 0);
    SampleFiles.session(w, NINE_O_CLOCK, 100, 5, 18);
    SampleFiles.session(w, NINE_O_CLOCK + 100, 100, 2, 0);
    WorkoutFile r = read(w.file());
    assertEquals(
        List.of("open_water_swimming", "cycling", "running"),
        r.sessions().stream().map(s -> s.sport().slug()).toList());
    for (int i = 0; i < 3; i++) {
      WorkoutStream stream = r.sessions().get(i).stream();
      assertEquals(10, stream.size());
      assertEquals(100 + i, stream.value(Channel.HEARTRATE, 9));
    }
    assertEquals(3, r.sessions().stream().map(WorkoutFile.Session::key).distinct().count());
  }

  @Test
  void chainedFilesAreOne() {
    FitWriter one = new FitWriter();
    SampleFiles.fileId(one, 5);
    SampleFiles.session(one, NINE_O_CLOCK, 10, 1, 0);
    FitWriter two = new FitWriter();
    SampleFiles.session(two, NINE_O_CLOCK + 100, 10, 11, 0);
    byte[] a = one.file();
    byte[] b = two.file();
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    assertEquals(2, read(both).sessions().size());
    both[a.length + 8] = 'x';
    assertEquals("the FIT header is damaged", fault(both));
  }

  @Test
  void aPoolSwimHasTheStrokesOfItsActiveLengths() {
    FitWriter w = new FitWriter();
    SampleFiles.fileId(w, 5);
    w.define(
        2,
        101,
        field(2, UINT32),
        field(3, UINT32),
        field(4, UINT32),
        field(5, UINT16),
        field(12, ENUM));
    w.data(2, fit(NINE_O_CLOCK), 30_000, 30_000, 14, 1);
    w.data(2, fit(NINE_O_CLOCK + 30), 20_000, 0, null, 0);
    w.data(2, fit(NINE_O_CLOCK + 50), 31_500, 31_500, 15, 1);
    SampleFiles.session(w, NINE_O_CLOCK, 82, 5, 17);
    WorkoutFile.Session s = read(w.file()).sessions().getFirst();
    assertEquals("pool_swimming", s.sport().slug());
    assertEquals(List.of(14, 15), s.lengths().stream().map(WorkoutFile.Segment::strokes).toList());
    assertEquals(
        Instant.ofEpochSecond(NINE_O_CLOCK + 81).plusMillis(500), s.lengths().getLast().end());
    assertNull(s.totals().steps());
  }

  @Test
  void aRecorderThatStoppedEarlyStillHasItsPoints() {
    FitWriter w = new FitWriter();
    w.define(1, 12, field(0, ENUM), field(1, ENUM));
    w.data(1, 1, 0);
    w.define(2, 20, field(253, UINT32), field(0, SINT32));
    w.data(2, 17, 5); // before the clock was set
    w.data(2, fit(NINE_O_CLOCK), null).data(2, fit(NINE_O_CLOCK + 5), null);
    WorkoutFile.Session s = read(w.file()).sessions().getFirst();
    assertEquals("running", s.sport().slug());
    assertEquals(Instant.ofEpochSecond(NINE_O_CLOCK + 5), s.end());
    assertEquals(2, s.stream().size());
  }

  @Test
  void whatIsNoActivityIsRefusedWithTheReason() {
    FitWriter settings = new FitWriter();
    settings.define(0, 0, field(0, ENUM)).data(0, 2);
    assertEquals("the FIT file is not an activity", fault(settings.file()));
    assertEquals("the FIT file contains no workout", fault(new FitWriter().file()));
    assertEquals("the file is empty", fault(new byte[0]));
    assertEquals("not a FIT, TCX or GPX file", fault("lap,time\n1,60\n"));
    assertEquals("not a FIT, TCX or GPX file", fault("<kml/>"));
    assertTrue(fault("PK\3\4...").startsWith("the file is an archive"));
    assertEquals(
        "the TCX file contains no activity",
        fault(
            "<TrainingCenterDatabase><Courses><Course><Lap/></Course></Courses>"
                + "</TrainingCenterDatabase>"));
    assertEquals(
        "the GPX file contains no track with timestamps",
        fault("<gpx><trk><trkseg><trkpt lat='1' lon='2'/></trkseg></trk></gpx>"));
  }

  @Test
  void everyShortenedFitFileIsRefused() {
    byte[] whole = SampleFiles.run(1, 20);
    for (int n = 1; n < whole.length; n++) {
      byte[] part = Arrays.copyOf(whole, n);
      assertThrows(UnsupportedFileException.class, () -> read(part), n + " bytes");
    }
  }

  @Test
  void everyBitThatFlipsIsNoticed() {
    byte[] whole = SampleFiles.run(1, 5);
    for (int i = 0; i < whole.length * 8; i++) {
      byte[] other = whole.clone();
      other[i / 8] ^= (byte) (1 << i % 8);
      assertThrows(UnsupportedFileException.class, () -> read(other), "bit " + i);
    }
  }

  /** Content between header and end with a valid checksum gives an error or a recording. */
  @Test
  void noContentOfFitMessagesBreaksTheReaderIn20000Cases() {
    Random random = new Random(11);
    int read = 0;
    for (int n = 0; n < 20_000; n++) {
      byte[] file = SampleFiles.run(1, 4);
      for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
        file[14 + random.nextInt(file.length - 16)] = (byte) random.nextInt(256);
      }
      int crc = FitWriter.crc(file, file.length - 2);
      file[file.length - 2] = (byte) crc;
      file[file.length - 1] = (byte) (crc >> 8);
      try {
        read(file);
        read++;
      } catch (UnsupportedFileException e) {
        assertFalse(e.getMessage().isEmpty());
      }
    }
    assertTrue(read > 1000, read + " read");
  }

  @Test
  void aTcxRideIsReadWithLapsPowerAndMeansOverTime() {
    WorkoutFile r = read(bytes(SampleFiles.tcx()));
    assertEquals("tcx", r.format());
    assertTrue(r.byDevice());
    assertEquals(new WorkoutFile.Maker(null, "Edge 530", null, "77"), r.maker());
    assertNull(r.offsetSeconds());
    WorkoutFile.Session s = r.sessions().getFirst();
    assertEquals("cycling", s.sport().slug());
    assertEquals(Instant.ofEpochSecond(NINE_O_CLOCK), s.start());
    assertEquals(Instant.ofEpochSecond(NINE_O_CLOCK + 150), s.end());
    WorkoutFile.Totals t = s.totals();
    assertEquals(90.5, t.movingSeconds());
    assertEquals(600.25, t.distance());
    assertEquals(25, t.calories());
    assertEquals(123, t.averageHr()); // (130 * 60.5 + 110 * 30) / 90.5 = 123.4
    assertEquals(150, t.maxHr());
    assertEquals(11.5, t.maxSpeed());
    assertEquals(200, t.averageWatts());
    assertEquals(400, t.maxWatts());
    assertEquals(
        List.of(false, true), s.laps().stream().map(WorkoutFile.Segment::resting).toList());
    WorkoutStream stream = s.stream();
    assertEquals(2, stream.size());
    assertEquals(80, stream.value(Channel.CADENCE, 0)); // a bicycle has rpm
    assertEquals(210, stream.value(Channel.POWER, 0));
    assertEquals(8.1, stream.value(Channel.VELOCITY_SMOOTH, 0));
    assertEquals(13.4, stream.value(Channel.LNG, 0));
    assertTrue(Double.isNaN(stream.value(Channel.LAT, 1)));
    assertEquals(495, stream.value(Channel.DISTANCE, 1));
  }

  @Test
  void aGpxWalkIsMeasuredAlongItsPointsAndPausesDoNotCount() {
    WorkoutFile r = read(bytes(SampleFiles.gpx()));
    assertEquals("Walker & Sons", r.maker().model());
    assertFalse(r.byDevice());
    WorkoutFile.Session s = r.sessions().getFirst();
    assertEquals("walking", s.sport().slug());
    assertEquals("Round the lake", s.title());
    assertEquals(Instant.ofEpochSecond(NINE_O_CLOCK + 3700), s.end());
    assertEquals(200, s.totals().movingSeconds());
    // A thousandth of a degree of a great circle is 111.195 m.
    assertEquals(222.39, s.totals().distance(), 0.01);
    assertEquals(2, s.laps().size());
    assertEquals(111.195, s.laps().getLast().distance(), 0.01);
    WorkoutStream stream = s.stream();
    assertEquals(4, stream.size());
    assertEquals(110, stream.value(Channel.CADENCE, 0));
    assertEquals(4, stream.value(Channel.TEMPERATURE, 0));
    assertEquals(100, stream.value(Channel.HEARTRATE, 1));
    assertEquals(111.2, stream.value(Channel.DISTANCE, 2), 0.1);
  }

  @Test
  void aClockWithAnOffsetTellsIt() {
    String local = SampleFiles.gpx().replaceAll("T(\\d\\d:\\d\\d:\\d\\d)Z", "T$1+05:45");
    assertEquals(20_700, read(bytes(local)).offsetSeconds());
  }

  @Test
  void gzipAndOtherEncodingsMakeNoDifference() {
    assertEquals(read(SampleFiles.run()), read(gzip(SampleFiles.run())));
    String gpx = SampleFiles.gpx();
    assertEquals(read(bytes(gpx)), read(gzip(bytes(gpx))));
    String utf16 = gpx.replace("<?xml version=\"1.0\"?>", "<?xml version=\"1.0\"?>");
    assertEquals(read(bytes(gpx)), read(utf16.getBytes(StandardCharsets.UTF_16)));
    assertEquals(read(bytes(gpx)), read(bytes("\ufeff" + gpx)));
  }

  @Test
  void bombsAreRefused() {
    byte[] zeros = new byte[8 << 20];
    String big =
        assertThrows(
                UnsupportedFileException.class, () -> WorkoutFileReader.read(gzip(zeros), 1 << 20))
            .getMessage();
    assertTrue(big.startsWith("the uncompressed file is larger"), big);
    byte[] cut = Arrays.copyOf(gzip(SampleFiles.run()), 200);
    assertEquals("the compressed file is truncated", fault(cut));
    String entities =
        "<!DOCTYPE gpx [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
            + "<gpx creator=\"x\"><trk><name>&b;</name></trk></gpx>";
    assertTrue(fault(entities).startsWith("document type declarations"), fault(entities));
    String outside =
        "<!DOCTYPE gpx [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><gpx><trk><name>&a;</name></trk>"
            + "</gpx>";
    assertTrue(fault(outside).startsWith("document type declarations"), fault(outside));
    assertEquals("the XML is nested too deeply", fault("<gpx>" + "<a>".repeat(100)));
    assertTrue(fault(SampleFiles.tcx().substring(0, 900)).startsWith("the XML is damaged"));
    assertTrue(
        fault("<gpx><trk>&unknown;</trk></gpx>").startsWith("the XML is damaged")
            || fault("<gpx><trk>&unknown;</trk></gpx>").startsWith("document type declarations"));
  }

  @Test
  void endlessPointsAreRefused() {
    FitWriter w = new FitWriter();
    w.define(2, 20, field(253, UINT32));
    for (int i = 0; i <= WorkoutStream.MAX_POINTS; i++) {
      w.data(2, fit(NINE_O_CLOCK + i));
    }
    assertEquals("more than 500000 points", fault(w.file()));
    FitWriter many = new FitWriter();
    for (int i = 0; i <= 100; i++) {
      SampleFiles.session(many, NINE_O_CLOCK + i, 1, 1, 0);
    }
    assertEquals("more than 100 workouts", fault(many.file()));
  }

  @Test
  void oddTextsAreNoNumbersAndNoTimes() {
    assertNull(XmlValues.number("NaN"));
    assertNull(XmlValues.number("1e999"));
    assertNull(XmlValues.number("12d"));
    assertNull(XmlValues.number("0x1p3"));
    assertNull(XmlValues.number("1".repeat(50)));
    assertEquals(-1.5, XmlValues.number("-1.5"));
    assertNull(XmlValues.time("2026-03-01"));
    assertNull(XmlValues.time("+1000000-01-01T00:00:00Z"));
    assertEquals(Instant.parse("2026-03-01T09:00:00Z"), XmlValues.instant("2026-03-01T09:00:00"));
    assertEquals("other", XmlValues.sport("Quidditch").slug());
    assertEquals("trail_running", XmlValues.sport("Trail Running").slug());
  }
}
