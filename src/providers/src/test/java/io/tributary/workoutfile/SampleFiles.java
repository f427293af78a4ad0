package io.tributary.workoutfile;

import static io.tributary.workoutfile.FitWriter.ENUM;
import static io.tributary.workoutfile.FitWriter.SINT32;
import static io.tributary.workoutfile.FitWriter.SINT8;
import static io.tributary.workoutfile.FitWriter.UINT16;
import static io.tributary.workoutfile.FitWriter.UINT32;
import static io.tributary.workoutfile.FitWriter.UINT32Z;
import static io.tributary.workoutfile.FitWriter.UINT8;
import static io.tributary.workoutfile.FitWriter.field;
import static io.tributary.workoutfile.FitWriter.fit;
import static io.tributary.workoutfile.FitWriter.text;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Sample workout files in the formats that recorders write. */
public final class SampleFiles {
  /** Unix time of 2026-03-01T09:00:00Z, in seconds. */
  public static final long NINE_O_CLOCK = 1_772_355_600;

  private SampleFiles() {}

  /** Returns a ten-minute run in Kathmandu with two laps. */
  public static byte[] run() {
    return run(3_904_417L, 600);
  }

  public static byte[] run(long serial, int seconds) {
    FitWriter w = new FitWriter();
    fileId(w, serial);
    w.define(
        2,
        20,
        field(253, UINT32),
        field(0, SINT32),
        field(1, SINT32),
        field(2, UINT16),
        field(3, UINT8),
        field(4, UINT8),
        field(5, UINT32),
        field(6, UINT16),
        field(7, UINT16),
        field(13, SINT8));
    for (int s = 0; s < seconds; s++) {
      w.data(
          2,
          fit(NINE_O_CLOCK + s),
          semicircles(27.7 + s * 1e-5),
          semicircles(85.3),
          (1400 + s / 60 + 500) * 5,
          s == 7 ? null : 140 + s % 20,
          85,
          s * 300,
          3000,
          null,
          -3);
    }
    lap(w, NINE_O_CLOCK, seconds / 2, 0);
    lap(w, NINE_O_CLOCK + seconds / 2, seconds / 2, 1);
    session(w, NINE_O_CLOCK, seconds, 1, 3);
    w.define(5, 34, field(253, UINT32), field(5, UINT32), field(1, UINT16));
    w.data(5, fit(NINE_O_CLOCK + seconds), fit(NINE_O_CLOCK + seconds) + 20_700 + 2, 1);
    return w.file();
  }

  public static void fileId(FitWriter w, long serial) {
    w.define(
        0,
        0,
        field(0, ENUM),
        field(1, UINT16),
        field(2, UINT16),
        field(3, UINT32Z),
        field(4, UINT32),
        text(8, 12));
    w.data(0, 4, 1, 3113, serial, fit(NINE_O_CLOCK), "Forerunner");
    w.define(1, 23, field(0, UINT8), field(5, UINT16));
    w.data(1, 0, 1234);
  }

  public static void lap(FitWriter w, long start, int seconds, int intensity) {
    w.define(
        3,
        19,
        field(2, UINT32),
        field(7, UINT32),
        field(8, UINT32),
        field(9, UINT32),
        field(23, ENUM));
    w.data(3, fit(start), seconds * 1000, seconds * 1000, seconds * 300, intensity);
  }

  public static void session(FitWriter w, long start, int seconds, int sport, int subSport) {
    w.define(
        4,
        18,
        field(253, UINT32),
        field(2, UINT32),
        field(5, ENUM),
        field(6, ENUM),
        field(7, UINT32),
        field(8, UINT32),
        field(9, UINT32),
        field(10, UINT32),
        field(11, UINT16),
        field(16, UINT8),
        field(17, UINT8),
        field(22, UINT16));
    w.data(
        4,
        fit(start + seconds),
        fit(start),
        sport,
        subSport,
        seconds * 1000,
        seconds * 1000 - 30_000,
        seconds * 300,
        800,
        123,
        149,
        159,
        12);
  }

  public static long semicircles(double degrees) {
    return Math.round(degrees / 180 * (1L << 31));
  }

  /** Returns a ride of two laps with power. */
  public static String tcx() {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
        xmlns:x="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
     <Activities><Activity Sport="Biking"><Id>2026-03-01T09:00:00.000Z</Id>
      <Lap StartTime="2026-03-01T09:00:00.000Z"><TotalTimeSeconds>60.5</TotalTimeSeconds>
       <DistanceMeters>500.25</DistanceMeters><MaximumSpeed>11.5</MaximumSpeed>
       <Calories>20</Calories><AverageHeartRateBpm><Value>130</Value></AverageHeartRateBpm>
       <MaximumHeartRateBpm><Value>150</Value></MaximumHeartRateBpm>
       <Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>
       <Track>
        <Trackpoint><Time>2026-03-01T09:00:00.000Z</Time>
         <Position><LatitudeDegrees>52.52</LatitudeDegrees>
          <LongitudeDegrees>13.4</LongitudeDegrees></Position>
         <AltitudeMeters>34.2</AltitudeMeters><DistanceMeters>0.0</DistanceMeters>
         <HeartRateBpm><Value>128</Value></HeartRateBpm><Cadence>80</Cadence>
         <Extensions><x:TPX><x:Speed>8.1</x:Speed><x:Watts>210</x:Watts></x:TPX></Extensions>
        </Trackpoint>
        <Trackpoint><Time>2026-03-01T09:01:00.000Z</Time><DistanceMeters>495</DistanceMeters>
         <HeartRateBpm><Value>150</Value></HeartRateBpm></Trackpoint>
       </Track>
       <Extensions><x:LX><x:AvgWatts>200</x:AvgWatts><x:MaxWatts>400</x:MaxWatts></x:LX>
       </Extensions></Lap>
      <Lap StartTime="2026-03-01T09:02:00.000Z"><TotalTimeSeconds>30</TotalTimeSeconds>
       <DistanceMeters>100</DistanceMeters><Calories>5</Calories>
       <AverageHeartRateBpm><Value>110</Value></AverageHeartRateBpm>
       <MaximumHeartRateBpm><Value>120</Value></MaximumHeartRateBpm>
       <Intensity>Resting</Intensity><TriggerMethod>Manual</TriggerMethod></Lap>
      <Creator xsi:type="Device_t"><Name>Edge 530</Name><UnitId>77</UnitId>
       <ProductID>3121</ProductID></Creator>
     </Activity></Activities>
    </TrainingCenterDatabase>
    """;
  }

  /** Returns a walk of two segments. */
  public static String gpx() {
    return """
    <?xml version="1.0"?>
    <gpx version="1.1" creator="Walker &amp; Sons" xmlns="http://www.topografix.com/GPX/1/1"
        xmlns:t="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
     <metadata><name>not this</name><time>2026-03-01T08:00:00Z</time></metadata>
     <wpt lat="1" lon="2"><name>nor this</name></wpt>
     <trk><name>Round the lake</name><type>Walking</type>
      <trkseg>
       <trkpt lat="52.5000000" lon="13.4000000"><ele>30</ele><time>2026-03-01T09:00:00Z</time>
        <extensions><t:TrackPointExtension><t:atemp>4</t:atemp><t:hr>90</t:hr><t:cad>55</t:cad>
        </t:TrackPointExtension></extensions></trkpt>
       <trkpt lat="52.5010000" lon="13.4000000"><ele>36</ele><time>2026-03-01T09:01:40Z</time>
        <extensions><t:TrackPointExtension><t:hr>100</t:hr></t:TrackPointExtension></extensions>
       </trkpt>
      </trkseg>
      <trkseg>
       <trkpt lat="52.6010000" lon="13.4000000"><time>2026-03-01T10:00:00Z</time></trkpt>
       <trkpt lat="52.6020000" lon="13.4000000"><time>2026-03-01T10:01:40Z</time></trkpt>
      </trkseg>
     </trk>
    </gpx>
    """;
  }

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
