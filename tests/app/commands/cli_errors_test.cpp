// Bad input: one line with the value and the remedy, the documented exit code, nothing left behind.
#include "program.hpp"

#include "exec/backend.hpp"

#include <unistd.h>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace cli_errors_test {

using CliErrors = ProgramTest;

TEST_F(CliErrors, UnknownNamesGetTheNearestOne) {
    expect_complaint("runn", 2, {"runn", "'run'"});
    expect_complaint("sceens", 2, {"sceens", "'scenes'"});
    expect_complaint("run --stepz 5", 2, {"--stepz", "'--steps'"});
    expect_complaint("run --headless --stepz=5", 2, {"--stepz", "'--steps'"});
    expect_complaint("--headles", 2, {"--headles", "'--headless'"});
    expect_complaint("verify --quik", 2, {"--quik", "'--quick'"});
    expect_complaint("run --headless --scene circels", 2, {"circels", "'circles'"});
    expect_complaint("verify --scene circels", 2, {"circels", "'circles'"});
    expect_complaint("run --headless --set search.visti=bins", 2, {"search.visti", "'search.visit'"});
    expect_complaint("run --headless --set search.visit=strps", 2, {"search.visit", "strps", "'strips'"});
    expect_complaint("run --headless --backend cud", 2, {"--backend", "cud", "'cuda'"});
    expect_complaint("run extra", 2, {"'extra'"});
}

TEST_F(CliErrors, ValuesOfFlags) {
    expect_complaint("run --headless --steps abc", 2, {"--steps", "'abc'", "whole number"});
    expect_complaint("run --headless --steps -3", 2, {"--steps", "-3"});
    expect_complaint("run --headless --steps 1.5", 2, {"--steps", "1.5"});
    expect_complaint("run --headless --steps", 2, {"--steps", "missing"});
    expect_complaint("run --headless --steps 3 --steps 4", 2, {"--steps", "more than once"});
    expect_complaint("run --headless --record --force", 2, {"--record", "missing", "--force"});
    expect_complaint("run --headless --record ''", 2, {"--record", "empty"});
    expect_complaint("run --headless --seed -5", 2, {"--seed", "-5", "from 0"});
    expect_complaint("run --headless --scene circles --draw water", 2, {"--draw", "no parameter 'draw'"});
    expect_complaint("run --headless --actors many", 2, {"--actors", "'many'"});
    expect_complaint("run --headless --set search.bin_ratio=9", 2, {"search.bin_ratio", "9", "0.1 to 4"});
    expect_complaint("run --headless --set force=nan", 2, {"force", "nan"});
    expect_complaint("run --headless --set force=abc", 2, {"force", "'abc'", "not a number"});
    expect_complaint("run --headless --set force", 2, {"force", "key=value"});
    expect_complaint("run --headless --set search.auto=on --set search.deterministic=on --steps 1", 2,
                     {"search.auto", "search.deterministic", "turn one of them off"});
    expect_complaint("run --headless --set search.block=33 --steps 1", 2, {"search.block", "33"});
    expect_complaint("run --headless --screenshot a.png --size 100x", 2, {"--size"});
    expect_complaint("run --headless --size 100x100", 2, {"--size", "--screenshot"});
    expect_complaint("run --headless --paused", 2, {"--paused", "--headless"});
    expect_complaint("verify --actors 1000000", 2, {"1000000", "100000"});
}

TEST_F(CliErrors, Gpus) {
    const std::string two = "CUDA_VISIBLE_DEVICES=0,1 ", scene = "run --headless --steps 1 --gpu ";
    expect_complaint(scene + "2", 2, {"--gpu 2", "CUDA_VISIBLE_DEVICES is '0,1'", "a list of 2"}, two);
    expect_complaint(scene + "1023", 2, {"--gpu 1023", "nearfield doctor"});
    expect_complaint(scene + "second", 2, {"--gpu", "'second'", "a whole number"});
    expect_complaint("scenes --gpu 0", 2, {"scenes", "--gpu"});
}

TEST_F(CliErrors, Tools) {
    expect_complaint("run --headless --scene circles --drop 1,1", 2, {"--drop", "circles"});
    expect_complaint("run --headless --scene boids --drop 1,1", 2, {"--drop", "boids"});
    expect_complaint("run --headless --scene boids --point 1", 2, {"--point", "'1'", "X,Y"});
    expect_complaint("run --scene boids --point 1,1", 2, {"--point", "--headless", "hold A"});
    expect_complaint("run --scene sph --drop 1,1", 2, {"--drop", "--headless", "press B"});
}

TEST_F(CliErrors, States) {
    const std::string make = "run --headless --backend cpu --scene boids --actors 50 --steps 3 ";
    ASSERT_EQ(run(make + "--record r --save-state s.json").code, 0);
    expect_complaint(make + "--save-state s.json", 1, {"s.json", "exists"});
    expect_complaint(make + "--save-state x.json --at-step 4", 2, {"--at-step 4", "step 3"});
    expect_complaint(make + "--save-state x.json --at-step -1", 2, {"--at-step", "-1"});
    expect_complaint(make + "--at-step 2", 2, {"--at-step", "--save-state"});
    expect_complaint(make + "--save-state x.json --screenshot x.json", 2, {"--save-state", "--screenshot"});
    expect_complaint("run --save-state x.json", 2, {"--headless", "F6"});
    expect_complaint("run --headless --replay r --save-state x.json --at-step 9", 2, {"never at step 9", "3"});
    expect_complaint("run --headless --from-state s.json --save-state x.json --at-step 2", 2,
                     {"--at-step 2", "step 3"});
    for (const char* other :
         {"--scene boids", "--preset school", "--actors 5", "--seed 3", "--replay r", "--point 0,0"})
        expect_complaint(std::string("run --headless --from-state s.json ") + other, 2,
                         {"--from-state", std::string(other).substr(0, std::string(other).find(' '))});
    expect_complaint("run --headless --from-state s.json --set actors=9", 2, {"--set actors=9", "--from-state"});
    expect_complaint("run --headless --from-state s.json --set cohesoin=1", 2, {"cohesoin", "'cohesion'"});
    expect_complaint("run --headless --from-state nowhere.json", 2, {"nowhere.json", "state file"});
    expect_complaint("run --from-state r/run.json", 2, {"run.json", "no state file"});
    const auto text = read("s.json");
    write("s.json", text.substr(0, text.size() / 2));
    expect_complaint("run --headless --from-state s.json", 2, {"s.json"});
}

TEST_F(CliErrors, Replays) {
    ASSERT_EQ(run("run --headless --backend cpu --scene boids --actors 50 --steps 3 --record r --point 0,0").code, 0);
    for (const char* other :
         {"--scene boids", "--set seed=3", "--preset school", "--actors 5", "--seed 3", "--steps 4", "--point 0,0"})
        expect_complaint(std::string("run --headless --replay r ") + other, 2,
                         {"--replay", std::string(other).substr(0, std::string(other).find(' '))});
    expect_complaint("run --headless --replay nowhere", 2, {"nowhere", "commands.jsonl"});
    expect_complaint("run --headless --replay r/run.json", 2, {"run.json", "no log of commands"});
    const auto log = lines_of(read("r/commands.jsonl"));
    ASSERT_EQ(log.size(), 3u);
    const auto edited = [&](const std::string& text, int code, const std::vector<std::string>& parts) {
        write("r/commands.jsonl", text);
        expect_complaint("run --headless --replay r", code, parts);
    };
    edited(log[0] + "\n" + R"({"step":0,"command":"fly"})" + "\n" + log[2] + "\n", 2, {"r/commands.jsonl:2", "'fly'"});
    edited(log[0] + "\n" + log[1] + "\nscribble\n" + log[2] + "\n", 2, {"r/commands.jsonl:3", "JSON"});
    edited(log[0] + "\n" + R"({"step":2,"command":"reset"})" + "\n" + R"({"step":2,"command":"set cohesion=2"})" +
               "\n" + R"({"step":1,"command":"reset"})" + "\n",
           2, {"r/commands.jsonl:4", "step 1", "step 2"});
    edited(log[0] + "\n" + R"({"step":1,"command":"select 50"})" + "\n" + log[2] + "\n", 1,
           {"r/commands.jsonl:2", "no 50 among"});
}

TEST_F(CliErrors, Presets) {
    const auto preset = [&](const std::string& text, const std::vector<std::string>& parts) {
        write("p.json", text);
        expect_complaint("run --headless --preset p.json", 2, parts);
    };
    preset(R"({"nearfield":1,"scene":"circles","settings":{"force":9}})", {"p.json", "force", "9", "0.2"});
    preset(R"({"nearfield":1,"scene":"circles","settings":{"forse":0.1}})", {"p.json", "forse", "'force'"});
    preset(R"({"nearfield":1,"scene":"circles","settings":{"force":"x"}})", {"p.json", "force", "'x'"});
    preset(R"({"nearfield":1,"scene":"circles","settings":{"force":0.1,"force":0.2}})", {"p.json", "force", "twice"});
    preset(R"({"nearfield":1,"scene":"circles","settings":[]})", {"p.json", "object"});
    preset(R"({"nearfield":1,"scene":"circels"})", {"p.json", "circels", "'circles'"});
    preset(R"({"nearfield":1,"scene":"circles","setings":{}})", {"p.json", "setings", "'settings'"});
    preset("{\"nearfield\":1,\n\"scene\":\"circles\",\n\"settings\":{\"force\":}}", {"p.json:3:21", "syntax error"});
    preset("{\"nearfield\":1,\n\"scene\":\"circles\"", {"p.json:2:", "end of input"});
    preset(R"({"nearfield":2})", {"p.json", "2"});
    preset("[1]", {"p.json", "not a preset"});
    preset("", {"p.json:1:1"});
    preset(std::string("\xff\xfe\0\n", 4), {"p.json:1:1"});
    preset(R"({"nearfield":1,"scene":"circles","settings":{"force":1e309}})", {"p.json", "1e309"});
    const auto nested = [](int deep) {
        return std::string(std::size_t(deep), '[') + std::string(std::size_t(deep), ']');
    };
    preset(R"({"nearfield":1,"scene":"circles","settings":{"force":)" + nested(50000) + "}}",
           {"p.json", "64 brackets"});
    write("deep.jsonl", R"({"commands":)" + nested(50000) + "}\n");
    expect_complaint("run --headless --replay deep.jsonl", 2, {"deep.jsonl:1:", "no log of commands"});
    expect_complaint("run --headless --preset none.json", 2, {"none.json", "there is no such file"});
    expect_complaint("run --headless --preset .", 2, {"folder"});
    write("p.json", R"({"nearfield":1,"scene":"circles"})");
    expect_complaint("run --headless --preset p.json --scene x", 2, {"'x'"});
}

TEST_F(CliErrors, Points) {
    const auto points = [&](const std::string& text, const std::vector<std::string>& parts) {
        write("p.csv", text);
        expect_complaint("neighbours --points p.csv --radius 1 --out o.csv --pairs q.csv", 2, parts);
    };
    points("0,0\n1,nan\n", {"p.csv:2:", "nan", "finite"});
    points("0,0\n-inf,1\n", {"p.csv:2:", "-inf", "finite"});
    points("x,y\n0,0\n\n# note\n1,abc\n", {"p.csv:5:", "'abc'", "not a number"});
    points("0,0\n1\n", {"p.csv:2:", "missing"});
    points("0,0\n1,\n", {"p.csv:2:", "empty"});
    points("1\n2\n", {"p.csv:1:", "1 column", "commas"});
    points("1,2,3,4\n", {"p.csv:1:", "4 columns"});
    points("0,0\n1,1e300\n", {"2e+300 bins", "along y", "--bin-ratio"});
}

TEST_F(CliErrors, AnySizeOfFileIsRefusedAtOnce) {
    std::string keys;
    for (int k = 0; k < 60000; ++k) keys += (k ? ",\"k" : "\"k") + std::to_string(k) + "\":1";
    write("p.json", R"({"nearfield":1,"scene":"circles","settings":{)" + keys + "}}");
    write("q.json", "{" + keys + "}");
    const std::string soon = "ulimit -t 10;";  // looking at every pair of keys takes minutes under the sanitizers
    expect_complaint("run --headless --preset p.json", 2, {"p.json", "k0"}, soon);
    expect_complaint("run --headless --scene pedestrians --set plan=q.json", 2, {"q.json"}, soon);
}

TEST_F(CliErrors, WhatIsQuotedIsShortAndHasNoControls) {
    write("p.csv", "x,y\n1,\x1b[31mred\n");
    write("q.csv", "x,y\n1,\xff\n");
    expect_complaint("neighbours --points p.csv --radius 1 --out o.csv", 2, {"p.csv:2:", "'\\x1b[31mred'"});
    expect_complaint("neighbours --points q.csv --radius 1 --out o.csv", 2, {"q.csv:2:", "'\\xff'"});
    write("p.csv", "x,y\n1," + std::string(5000, 'a') + "\n");
    expect_complaint("neighbours --points p.csv --radius 1 --out o.csv", 2,
                     {"p.csv:2: y is 'a", " … ", "not a number"});
    expect_complaint("run --headless --set force=" + std::string(5000, 'a'), 2, {"force", " … ", "to 0.2"});
    expect_complaint("run --headless --set " + std::string(5000, 'a') + "=1", 2, {"no parameter 'a", " … "});
    expect_complaint("run --headless --scene pedestrians --set plan=\xff.json", 2, {"plan", "\\xff.json", "UTF-8"});
}

TEST_F(CliErrors, FoldersAndLongNames) {
    const std::string name(300, 'a');
    write("p.csv", "0,0\n");
    std::filesystem::create_directory(folder / "d");
    for (const std::string call : {"neighbours --points p.csv --radius 1 --out ", "run --headless --steps 1 --record ",
                                   "run --headless --steps 1 --screenshot ", "bench --steps 1 --out ",
                                   "bench --steps 1 --out b.csv --chart ", "reproduce contention --quick --out "})
        expect_complaint(call + name, 1, {"aaa", "choose another place"});
    for (const std::string& read : {name, std::string("d"), std::string("."), std::string("/")})
        for (const std::string call :
             {"neighbours --radius 1 --out o.csv --points ", "run --headless --preset ", "run --headless --replay ",
              "run --headless --scene pedestrians --set plan=", "run --headless --scene sph --set tank="})
            expect_complaint(call + read, 2, {});
    for (const std::string call : {"neighbours --radius 1 --out o.csv --points ", "run --headless --preset ",
                                   "run --headless --replay ", "run --headless --scene pedestrians --set plan="})
        expect_complaint(call + "/dev/zero", 2, {"/dev/zero"}, "ulimit -t 20;");
}

TEST_F(CliErrors, OneFileTwice) {
    write("p.csv", "0,0\n");
    write("c.csv", "mine");
    std::filesystem::create_symlink("c.csv", folder / "link");
    for (const char* other : {"c.csv", "./c.csv", "d/../c.csv", "link"}) {
        std::filesystem::create_directory(folder / "d");
        expect_complaint(std::string("neighbours --points p.csv --radius 1 --force --out c.csv --pairs ") + other, 2,
                         {"--out", "--pairs", "two names"});
        expect_complaint(std::string("bench --steps 1 --force --out c.csv --chart ") + other, 2,
                         {"--out", "--chart", "two names"});
    }
    expect_complaint("run --headless --steps 1 --record r --screenshot r/steps.csv", 2, {"r/steps.csv", "recording"});
    EXPECT_EQ(read("c.csv"), "mine");
}

TEST_F(CliErrors, InputsAreNotReplaced) {
    const std::string table = "0,0\n1,1\n";
    write("p.csv", table);
    std::filesystem::create_symlink("p.csv", folder / "link");
    std::filesystem::create_directory(folder / "d");
    std::filesystem::create_hard_link(folder / "p.csv", folder / "hard");
    for (const std::string name : {"p.csv", "./p.csv", "d/../p.csv", "link", "hard"}) {
        const std::string call = "neighbours --radius 1 --force --points ";
        expect_complaint(call + "p.csv --out " + name, 2, {"--out", "--points", "another name"});
        expect_complaint(call + name + " --out o.csv --pairs p.csv", 2, {"--pairs", "--points", "another name"});
        expect_complaint("relate " + name + " --all --force --out p.csv", 2, {"--out", "MODEL"});
        expect_complaint("relate house --search " + name + " --all --force --bcf p.csv", 2, {"--bcf", "--search"});
    }
    EXPECT_EQ(shell("$nearfield neighbours --points p.csv --radius 1 --out /dev/stdout >>p.csv"), 2);
    write("preset.json", R"({"nearfield":1,"scene":"circles"})");
    for (const std::string call : {"run --headless --steps 1 --preset preset.json --force --screenshot ",
                                   "run --headless --steps 1 --preset preset.json --force --save-state ",
                                   "bench --steps 1 --preset preset.json --force --out ",
                                   "bench --steps 1 --preset preset.json --force --out b.csv --chart "})
        expect_complaint(call + "preset.json", 2, {"--preset", "another name"});
    const std::filesystem::path assets = places::assets;
    write("plan.json", text_of(assets / "plans/room.json"));
    write("experiment.json", text_of(assets / "experiments/door-width.json"));
    expect_complaint("experiment experiment.json --force --out experiment.json", 2, {"--out", "the experiment"});
    expect_complaint("run --headless --scene pedestrians --set plan=plan.json --steps 1 --force --save-state plan.json",
                     2, {"--save-state", "--set plan"});
    ASSERT_EQ(run("run --headless --actors 50 --steps 1 --save-state s.json").code, 0);
    expect_complaint("run --headless --from-state s.json --force --screenshot s.json", 2, {"--from-state"});
    EXPECT_EQ(run("run --headless --from-state s.json --steps 1 --force --save-state s.json").code, 0)
        << "a state may continue in its place";
    EXPECT_EQ(read("p.csv"), table);
}

TEST_F(CliErrors, NobodyListens) {
    write("p.csv", "0,0\n");
    for (const char* closed : {"2>&-", "2>/dev/full"}) {
        EXPECT_EQ(shell(std::string("$nearfield runn ") + closed), 2);
        EXPECT_EQ(shell(std::string("$nearfield neighbours --points p.csv --radius 1 --force --out c.csv ") + closed),
                  0);
        EXPECT_EQ(read("c.csv"), "index,count\n0,0\n") << "nothing else is printed into the file";
    }
    for (const char* closed : {">&-", ">/dev/full"}) {
        ASSERT_EQ(shell(std::string("$nearfield scenes 2>said ") + closed), 1);
        EXPECT_EQ(read("said"), "nearfield: cannot write to the standard output: is it closed, or the disk full?\n");
    }
}

TEST_F(CliErrors, PicturesThatAreTooLargeAreRefusedBeforeTheRun) {
    const auto outcome = run("run --headless --actors 50 --steps 1 --screenshot s.png --size 16384x16384");
    if (outcome.code == 0) GTEST_SKIP() << "this driver draws them";
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find("16384 x 16384 pixels; make it smaller"), std::string::npos) << outcome.err;
}

TEST_F(CliErrors, NeighbourFlags) {
    write("p.csv", "x,y\n0,0\n0.5,0\n2,2\n");
    const std::string begin = "neighbours --points p.csv --out o.csv --radius ";
    for (const char* radius : {"0", "-1", "nan", "inf", "1e-50", "3e-39", "6e38", "abc"})
        expect_complaint(begin + radius, 2, {"--radius", radius});
    expect_complaint(begin + "1 --dims 4", 2, {"--dims", "4"});
    expect_complaint(begin + "1 --dims 3", 2, {"p.csv:1:", "z"});
    expect_complaint(begin + "1 --wrap", 2, {"--wrap", "--box"});
    expect_complaint(begin + "1.5 --wrap --box 0,0,2.5,2", 2, {"wrapped", "radii"});
    expect_complaint(begin + "1 --box 0,0,1,1", 2, {"--box", "point 2", "outside"});
    expect_complaint(begin + "1 --box 0,0,1", 2, {"--box", "0,0,1"});
    expect_complaint(begin + "1 --box 0,0,0,1", 2, {"--box", "x"});
    expect_complaint(begin + "1 --visit trimed", 2, {"--visit", "'trimmed'"});
    expect_complaint(begin + "1 --sort quick", 2, {"--sort", "quick"});
    expect_complaint(begin + "1 --bin-ratio 0", 2, {"--bin-ratio", "0.1 to 4"});
    expect_complaint(begin + "1 --pairs o.csv", 2, {"o.csv", "two names"});
    expect_complaint(begin + "1e-6 --bin-ratio 0.1 --box 0,0,2.5,1000", 2, {"bins", "--bin-ratio"});
    const std::string nearest = "neighbours --points p.csv --out o.csv --nearest ";
    for (const char* number : {"0", "-3", "1.5", "5000000000", "many"})
        expect_complaint(nearest + number, 2, {"--nearest", number, "from 1"});
    expect_complaint(nearest + "3", 2, {"--nearest", "3 others", "the 3 in p.csv", "lower it"});
    expect_complaint(nearest + "1 --wrap", 2, {"--wrap", "--box"});
    expect_complaint(nearest + "1 --radius 0", 2, {"--radius", "0"});
    expect_complaint(nearest + "1 --radius 1e-30", 2, {"--radius: 1e-30", "too little"});
    expect_complaint(nearest + "1 --pairs q.csv", 2, {"--pairs", "leave --pairs out"});
    expect_complaint(nearest + "1 --visit bins", 2, {"--visit", "leave --visit out"});
    expect_complaint("neighbours --points p.csv --out o.csv", 2, {"--radius", "--nearest", "give one"});
    expect_complaint("neighbours --points none.csv --radius 1 --out o.csv", 2, {"none.csv"});
    expect_complaint("neighbours --points p.csv --radius 1", 2, {"--out", "required"});
}

TEST_F(CliErrors, WhatDoesNotFit) {
    expect_complaint("run --headless --actors 100 --set side=1e6 --set radius=0.5", 2, {"radius 0.5", "too roughly"});
    expect_complaint("run --headless --actors 100 --set side=1e6 --set radius=0.01", 2,
                     {"1280000029 bins", "along x", "search.bin_ratio"});
    expect_complaint("run --headless --actors 200000 --set search.visit=brute", 2, {"brute", "100000"});
    std::string points;
    for (int i = 0; i < 300000; ++i) points += std::to_string(i) + ",0\n";
    write("many.csv", points);
    expect_complaint("neighbours --points many.csv --nearest 299999 --out o.csv --backend cpu", 1,
                     {"299999 nearest of each of 300000 points need 1.4 TB", "main memory", "ask for fewer"});
    EXPECT_EQ(run("run --headless --actors 200 --set side=9117 --steps 1").code, 0)
        << "bins without actors take no room";
    const std::string water = "run --headless --steps 1 --scene sph --actors 60 --set ";
    expect_complaint(water + "column_width=0.005", 2, {"actors", "60", "'column'", "0.005 m", "28000"});
    expect_complaint(water + "tank_width=0.01 --set start=filled", 2, {"actors", "60", "'water'", "0.01 m", "10500"});
    expect_complaint("run --headless --steps 1 --scene pedestrians --set plan=corridor --set door_width=1", 2,
                     {"door_width", "corridor", "no doors"});
}

#ifndef NEARFIELD_SANITIZED  // sanitizers need the whole address space
TEST_F(CliErrors, MemoryThatIsNotThere) {
    const std::string little = "ulimit -v 4000000; OMP_NUM_THREADS=1";
    expect_complaint("run --headless --backend cpu --actors 200000000", 1, {"memory", "fewer actors"}, little);
    expect_complaint("run --headless --backend cpu --steps 1 --record r --actors 200000000", 1,
                     {"memory", "GB", "fewer actors"}, little);
    expect_complaint("run --headless --steps 1 --screenshot s.png", 1, {"address space", "ulimit -v"},
                     "ulimit -v 600000; OMP_NUM_THREADS=1");
}
#endif

TEST_F(CliErrors, OutputsThatExist) {
    write("there.png", "mine");
    write("there.csv", "mine");
    write("p.csv", "0,0\n");
    std::filesystem::create_directory(folder / "there");
    expect_complaint("run --headless --steps 1 --screenshot there.png", 1, {"there.png", "exists", "--force"});
    expect_complaint("run --headless --steps 1 --record there", 1, {"there", "exists", "--force"});
    expect_complaint("run --headless --steps 1 --record there.csv --force", 1, {"there.csv", "not a folder"});
    expect_complaint("run --headless --steps 1 --screenshot there --force", 1, {"there", "is a folder"});
    expect_complaint("neighbours --points p.csv --radius 1 --out there.csv", 1, {"there.csv", "exists", "--force"});
    expect_complaint("neighbours --points p.csv --radius 1 --out o.csv --pairs there.csv", 1,
                     {"there.csv", "exists", "--force"});
    expect_complaint("bench --steps 1 --out there.csv", 1, {"there.csv", "exists", "--force", "--resume"});
    expect_complaint("bench --steps 1 --out there.csv --resume", 2, {"there.csv:1:", "another sweep"});
    EXPECT_EQ(read("there.png"), "mine");
    EXPECT_EQ(read("there.csv"), "mine");
}

TEST_F(CliErrors, OutputsThatCannotBeWritten) {
    write("file", "");
    write("p.csv", "0,0\n");
    expect_complaint("run --headless --steps 1 --record file/r", 1, {"file/r", "choose another place"});
    expect_complaint("run --headless --steps 1 --record /proc/r", 1, {"/proc/r", "choose another place"});
    expect_complaint("run --headless --steps 1 --screenshot none/s.png", 1, {"none", "no folder"});
    expect_complaint("run --headless --steps 1 --screenshot /proc/s.png", 1, {"/proc/s.png"});
    expect_complaint("neighbours --points p.csv --radius 1 --out file/o.csv", 1, {"file/o.csv"});
    expect_complaint("neighbours --points p.csv --radius 1 --out /proc/n.csv", 1, {"/proc/n.csv"});
    expect_complaint("neighbours --points p.csv --radius 1 --out /dev/full", 1, {"/dev/full", "full"});
    expect_complaint("bench --steps 1 --out none/b.csv", 1, {"none/b.csv"});
    expect_complaint("bench --steps 1 --out b.csv --chart none/c.svg", 1, {"none/c.svg"});
    expect_complaint("bench --backend cpu --actors 50 --steps 2 --out /proc/b.csv", 1, {"/proc/b.csv"});
    expect_complaint("reproduce surplus --quick --backend cpu --out /proc/o", 1, {"/proc/o"});
    expect_complaint("validate pedestrians --quick --out /proc/v.csv", 1, {"/proc/v.csv"});
    EXPECT_EQ(run("doctor", "HOME=/proc/none;").code, 1);
}

TEST_F(CliErrors, NoDisplay) {
    for (const char* call : {"", "run", "--paused", "run --steps 3 --record r --screenshot s.png"})
        expect_complaint(call, 1, {"no display", "--headless"});
}

TEST_F(CliErrors, NoGpu) {
    if (!cuda_status().devices.empty()) GTEST_SKIP() << "there is a GPU here";
    expect_complaint("run --headless --backend cuda --record r", 1, {"--backend cuda", "--backend cpu"});
    expect_complaint("verify --backend cuda", 1, {"--backend cuda"});
    expect_complaint("bench --backend cuda --out b.csv", 1, {"--backend cuda"});
}

TEST_F(CliErrors, Sweeps) {
    expect_complaint("bench --out b.csv --sweep actrs=1,2", 2, {"actrs", "'actors'"});
    expect_complaint("bench --out b.csv --sweep actors", 2, {"actors", "key=v1,v2"});
    expect_complaint("bench --out b.csv --sweep actors=10,x", 2, {"actors", "'x'"});
    expect_complaint("bench --out b.csv --sweep actors=10,", 2, {"actors", "''"});
    expect_complaint("bench --out b.csv --sweep actors=10,10", 2, {"10", "twice"});
    expect_complaint("bench --out b.csv --sweep actors=10 --sweep actors=20", 2, {"actors", "twice"});
    expect_complaint("bench --out b.csv --steps 0", 2, {"--steps", "0"});
    expect_complaint("bench --out b.csv --chart b.csv", 2, {"b.csv", "two names"});
    expect_complaint("bench --out b.csv --resume --force", 2, {"--resume", "--force"});
}

}  // namespace cli_errors_test
}  // namespace nearfield
