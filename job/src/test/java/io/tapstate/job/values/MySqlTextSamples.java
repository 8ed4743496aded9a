package io.tapstate.job.values;

import static io.tapstate.job.values.TypeSample.binary;
import static io.tapstate.job.values.TypeSample.text;

import io.tapstate.connectors.api.ColumnType;
import java.util.List;

/** Text and bytes of MySQL. */
final class MySqlTextSamples {
    private MySqlTextSamples() {}

    static List<TypeSample> characters() {
        Family family = new Family("Text");
        return List.of(
                family.type("char(5)", ColumnType.STRING)
                        .value("'ab'", text("ab"))
                        .value("'ab   '", text("ab"))
                        .value("''", text(""))
                        .value("'äöü€😀'", text("äöü€😀"))
                        .note("Without the blanks at the end, which the database itself does not keep."),
                family.type("varchar(20)", ColumnType.STRING)
                        .value("'ab  '", text("ab  "))
                        .value("''", text(""))
                        .value("'it''s \\\\ \"x\"'", text("it's \\ \"x\""))
                        .value("CONCAT('a', CHAR(0), 'b')", text("a\0b"))
                        .value("CONCAT('a', CHAR(9), CHAR(10))", text("a\t\n"))
                        .asKey(),
                family.type("varchar(20) character set utf8 collate utf8_general_ci", ColumnType.STRING)
                        .value("'Straße'", text("Straße"))
                        .value("'ΑΒΓ'", text("ΑΒΓ"))
                        .asKey(),
                family.type("varchar(20) collate utf8mb4_0900_ai_ci", ColumnType.STRING)
                        .value("'Ünïcode 😀'", text("Ünïcode 😀"))
                        .value("'ABC'", text("ABC"))
                        .asKey(),
                family.type("varchar(20) character set latin1", ColumnType.STRING)
                        .value("'Ünï €'", text("Ünï €"))
                        .value("_latin1 x'818d8f909d'", "\"\\u0081\\u008d\\u008f\\u0090\\u009d\"")
                        .asKey()
                        .note("MySQL's latin1 is Windows-1252, of which it uses all 256 bytes."),
                family.type("varchar(20) character set latin1 collate latin1_german1_ci", ColumnType.STRING)
                        .value("'Maß'", text("Maß")),
                family.type("national varchar(10)", ColumnType.STRING).value("'Ünï'", text("Ünï")),
                family.type("tinytext", ColumnType.STRING).value("''", text("")).value("'Ünï 😀'", text("Ünï 😀")),
                family.type("text", ColumnType.STRING).value("''", text("")).value("'Ünï 😀'", text("Ünï 😀")),
                family.type("mediumtext", ColumnType.STRING)
                        .value("''", text(""))
                        .value("'Ünï 😀'", text("Ünï 😀")),
                family.type("longtext", ColumnType.STRING).value("''", text("")).value("'Ünï 😀'", text("Ünï 😀")),
                family.type("enum('a,b','it''s','ü中','','x\\\\y')", ColumnType.STRING)
                        .value("'a,b'", text("a,b"))
                        .value("'it''s'", text("it's"))
                        .value("'ü中'", text("ü中"))
                        .value("4", text(""))
                        .value("'x\\\\y'", text("x\\y"))
                        .value("'nothing of these'", text(""))
                        .note("A value that was refused is empty text."),
                family.type("enum('klein','groß') character set latin1", ColumnType.STRING)
                        .value("'groß'", text("groß"))
                        .value("'klein'", text("klein"))
                        .asKey(),
                family.type("set('read','schreiben ü','it''s')", ColumnType.STRING)
                        .value("'it''s,read'", text("read,it's"))
                        .value("''", text(""))
                        .value("'schreiben ü'", text("schreiben ü"))
                        .note("The members in the order of the declaration, between commas."));
    }

    static List<TypeSample> textInOtherCharacterSets() {
        Family family = new Family("Text in other character sets");
        return List.of(
                family.type("varchar(20) character set ascii", ColumnType.STRING)
                        .value("'abc'", text("abc")),
                family.type("varchar(20) character set latin2", ColumnType.STRING)
                        .value("'Łódź'", text("Łódź")),
                family.type("varchar(20) character set latin5", ColumnType.STRING)
                        .value("'İstanbul ğ'", text("İstanbul ğ")),
                family.type("varchar(20) character set latin7", ColumnType.STRING)
                        .value("'ąčęž'", text("ąčęž")),
                family.type("varchar(20) character set greek", ColumnType.STRING)
                        .value("'Αθήνα'", text("Αθήνα")),
                family.type("varchar(20) character set hebrew", ColumnType.STRING)
                        .value("'שלום'", text("שלום")),
                family.type("varchar(20) character set cp850", ColumnType.STRING)
                        .value("'äß½'", text("äß½")),
                family.type("varchar(20) character set cp852", ColumnType.STRING)
                        .value("'čšž'", text("čšž")),
                family.type("varchar(20) character set cp866", ColumnType.STRING)
                        .value("'Привет'", text("Привет")),
                family.type("varchar(20) character set cp1250", ColumnType.STRING)
                        .value("'žluťoučký'", text("žluťoučký")),
                family.type("varchar(20) character set cp1251", ColumnType.STRING)
                        .value("'Привет €'", text("Привет €")),
                family.type("varchar(20) character set cp1256", ColumnType.STRING)
                        .value("'سلام'", text("سلام")),
                family.type("varchar(20) character set cp1257", ColumnType.STRING)
                        .value("'ąžuolas'", text("ąžuolas")),
                family.type("varchar(20) character set koi8r", ColumnType.STRING)
                        .value("'Привет'", text("Привет")),
                family.type("varchar(20) character set koi8u", ColumnType.STRING)
                        .value("'Київ їґ'", text("Київ їґ")),
                family.type("varchar(20) character set macroman", ColumnType.STRING)
                        .value("'Ünï'", text("Ünï")),
                family.type("varchar(20) character set macce", ColumnType.STRING)
                        .value("'žluť'", text("žluť")),
                family.type("varchar(20) character set dec8", ColumnType.STRING).value("'Ünï'", text("Ünï")),
                family.type("varchar(20) character set hp8", ColumnType.STRING).value("'Ünï'", text("Ünï")),
                family.type("varchar(20) character set swe7", ColumnType.STRING).value("'Åäö'", text("Åäö")),
                family.type("varchar(20) character set armscii8", ColumnType.STRING)
                        .value("'Հայ'", text("Հայ")),
                family.type("varchar(20) character set geostd8", ColumnType.STRING)
                        .value("'საქ'", text("საქ")),
                family.type("varchar(20) character set keybcs2", ColumnType.STRING)
                        .value("'žluť'", text("žluť")),
                family.type("varchar(20) character set tis620", ColumnType.STRING)
                        .value("'สวัสดี'", text("สวัสดี")),
                family.type("varchar(20) character set sjis", ColumnType.STRING).value("'日本 ｶﾅ ~'", text("日本 ｶﾅ ~")),
                family.type("varchar(20) character set cp932", ColumnType.STRING)
                        .value("'日本 ①'", text("日本 ①")),
                family.type("varchar(20) character set ujis", ColumnType.STRING).value("'日本 語'", text("日本 語")),
                family.type("varchar(20) character set eucjpms", ColumnType.STRING)
                        .value("'日本 ①'", text("日本 ①")),
                family.type("varchar(20) character set gb2312", ColumnType.STRING)
                        .value("'中文'", text("中文")),
                family.type("varchar(20) character set gbk", ColumnType.STRING).value("'中文 臺'", text("中文 臺")),
                family.type("varchar(20) character set gb18030", ColumnType.STRING)
                        .value("'中文 😀'", text("中文 😀")),
                family.type("varchar(20) character set big5", ColumnType.STRING).value("'中文'", text("中文")),
                family.type("varchar(20) character set euckr", ColumnType.STRING)
                        .value("'한국'", text("한국")),
                family.type("varchar(20) character set ucs2", ColumnType.STRING).value("'Ünï 中'", text("Ünï 中")),
                family.type("varchar(20) character set utf16", ColumnType.STRING)
                        .value("'Ünï 😀'", text("Ünï 😀")),
                family.type("varchar(20) character set utf16le", ColumnType.STRING)
                        .value("'Ünï 😀'", text("Ünï 😀")),
                family.type("varchar(20) character set utf32", ColumnType.STRING)
                        .value("'Ünï 😀'", text("Ünï 😀")),
                family.type("char(4) character set ucs2", ColumnType.STRING).value("'中文'", text("中文")),
                family.type("text character set sjis", ColumnType.STRING).value("'表示'", text("表示")));
    }

    static List<TypeSample> bytes() {
        Family family = new Family("Bytes");
        return List.of(
                family.type("binary(4)", ColumnType.BINARY)
                        .value("x'0100'", binary("01000000"))
                        .value("x'00000000'", binary("00000000"))
                        .value("x'ff20'", binary("ff200000"))
                        .asKey()
                        .note("At full length, zeros at the end included."),
                family.type("varbinary(8)", ColumnType.BINARY)
                        .value("x'0100'", binary("0100"))
                        .value("''", binary(""))
                        .value("x'00'", binary("00"))
                        .asKey(),
                family.type("char(3) character set binary", ColumnType.BINARY).value("x'41'", binary("410000")),
                family.type("tinyblob", ColumnType.BINARY)
                        .value("''", binary(""))
                        .value("x'00ff2000'", binary("00ff2000")),
                family.type("blob", ColumnType.BINARY).value("''", binary("")).value("x'00ff2000'", binary("00ff2000")),
                family.type("mediumblob", ColumnType.BINARY)
                        .value("''", binary(""))
                        .value("x'00ff2000'", binary("00ff2000")),
                family.type("longblob", ColumnType.BINARY)
                        .value("''", binary(""))
                        .value("x'00ff2000'", binary("00ff2000")));
    }
}
